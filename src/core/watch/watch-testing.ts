/** For tests: a server in a script that a test writes, and a workbench that can open it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import type { JsonObject } from '../../shared/json/json'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { WatchReport } from '../../shared/traffic/watch'
import { systemClock } from '../time/clock'
import type { History } from '../ledger/history'
import { Workbench } from '../workbench/workbench'
import { rerunLastCall } from './rerun'
import { Watches } from './watches'
import { PLAIN_NETWORKS } from '../network/networks'

export const SERVER = ServerId.parse('user:edited')
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-watch-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What is said last is done first. */
export function atEnd(end: () => void | Promise<void>): void {
  ends.push(end)
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A whole server, with these tools; each answers with `says`. */
export function serverScript(
  tools: readonly string[],
  says = 'hello',
  inputSchema: JsonObject = { type: 'object' }
): string {
  return `
const tools = ${JSON.stringify(tools.map((name) => ({ name, inputSchema })))}
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'edited', version: '1' }
  }),
  'tools/list': () => ({ tools }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: ${JSON.stringify(says)} }], params })
}
let rest = ''
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
    if (id === undefined) continue
    const answer = answers[method]
      ? { result: answers[method](params) }
      : { error: { code: -32601, message: 'Method not found' } }
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
  }
})
process.stdin.on('end', () => process.exit(0))
`
}

export function edited(script: string): ServerDefinition {
  return {
    id: SERVER,
    name: 'edited',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [script],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    cwd: dirname(script),
    settings: { era: 'legacy', maxRestarts: 0 }
  }
}

export type WatchedServer = {
  readonly workbench: Workbench
  readonly watches: Watches
  readonly reports: WatchReport[]
  /** The servers that are written down. */
  readonly servers: ServerDefinition[]
  /** Those of them that may be started. */
  readonly usable: Set<ServerId>
  readonly report: () => WatchReport | undefined
}

export function watched(
  script: string,
  path = join(temporaryFolder(), 'watches.json')
): WatchedServer {
  const servers = [edited(script)]
  const usable = new Set([SERVER])
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers, version: '0' })
  const reports: WatchReport[] = []
  const watches = new Watches({
    path,
    clock: systemClock,
    servers: () => servers,
    usable: () => usable,
    workbench,
    rerun: (serverId) => rerunLastCall(workbench, readingIn(workbench), serverId),
    onChange: (report) => void reports.push(report)
  })
  watches.follow(() => true)
  atEnd(() => workbench.closeAll())
  atEnd(() => watches.stop())
  return { workbench, watches, reports, servers, usable, report: () => watches.list()[0] }
}

/** Where no call is kept, all that there are live. */
function readingIn({ liveCalls }: Workbench): Pick<History, 'read'> {
  return {
    read: async (id) => {
      const call = liveCalls.get(id)
      if (!call) throw new Error(`There is no call ${id}.`)
      return call
    }
  }
}
