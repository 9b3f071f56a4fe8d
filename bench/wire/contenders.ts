/** The same few requests, made in three ways: by hand, with the bare SDK, and with a session of ours. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { SignIns } from '../../src/core/auth/sign-ins'
import { SignInStore } from '../../src/core/auth/sign-in-store'
import { systemClock } from '../../src/core/time/clock'
import type { SecretCipher } from '../../src/core/secrets/secrets'
import { Workbench } from '../../src/core/workbench/workbench'
import type { WorkbenchOptions } from '../../src/core/workbench/workbench-options'
import { ServerId } from '../../src/shared/protocol/ids'
import type { ServerDefinition } from '../../src/shared/servers/server-config'
import { PLAIN_NETWORKS } from '../../src/core/network/networks'

export type Contender = {
  readonly name: string
  readonly call: (args: { size?: number; notes?: number }) => Promise<unknown>
  /** How many notifications have been seen since the start. */
  readonly notes: () => number
  readonly close: () => Promise<void>
}

/** What each build offers here, so that two of them can be measured side by side. */
export type Opening = {
  readonly patchbayOverStdio: (server: string) => Promise<Contender>
  readonly patchbayOverHttp: (url: string) => Promise<Contender>
  readonly patchbaySignedIn: (url: string) => Promise<Contender>
}

/** What is kept is kept for this run. */
const NO_KEYRING: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'none',
  explanation: () => '',
  encrypt: () => Promise.reject(new Error('There is no keyring.')),
  decrypt: () => Promise.reject(new Error('There is no keyring.'))
}

type Piped = ChildProcessByStdio<Writable, Readable, null>

const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' } as Record<string, string>
const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' }
}

/** Line feeds, JSON.parse and a map: the least that anyone can do. */
export async function rawPipe(server: string): Promise<Contender> {
  const child = spawn(process.execPath, [server], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (result: unknown) => void>()
  let notes = 0
  let lastId = 0
  onLines(child, (line) => {
    const message = JSON.parse(line) as { id?: number; result?: unknown }
    if (message.id === undefined) notes++
    else {
      waiting.get(message.id)?.(message.result)
      waiting.delete(message.id)
    }
  })
  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++lastId
      waiting.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  await request('initialize', HELLO)
  return {
    name: 'raw pipe',
    call: (args) => request('tools/call', { name: 'echo', arguments: args }),
    notes: () => notes,
    close: () => ended(child)
  }
}

function onLines(child: Piped, take: (line: string) => void): void {
  let pieces: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0x0a)
    if (end === -1) return void pieces.push(chunk)
    pieces.push(chunk.subarray(0, end))
    const text = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
    pieces = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
    for (const line of String(text).split('\n')) take(line)
  })
}

async function ended(child: Piped): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdin.end()
  await exited
}

export async function sdkOverStdio(server: string): Promise<Contender> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [server], env })
  return sdk('SDK client', transport)
}

export function sdkOverHttp(url: string): Promise<Contender> {
  return sdk('SDK client', new StreamableHTTPClientTransport(new URL(url)))
}

async function sdk(
  name: string,
  transport: StdioClientTransport | StreamableHTTPClientTransport
): Promise<Contender> {
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: 'legacy' } }
  )
  let notes = 0
  client.setNotificationHandler('notifications/message', () => void notes++)
  await client.connect(transport)
  return {
    name,
    call: (args) => client.callTool({ name: 'echo', arguments: args }, { timeout: 600_000 }),
    notes: () => notes,
    close: () => client.close()
  }
}

export function patchbayOverStdio(server: string): Promise<Contender> {
  return patchbay({
    id: ServerId.parse('bench'),
    name: 'bench',
    scope: 'command line',
    transport: 'stdio',
    command: process.execPath,
    args: [server],
    env: { ELECTRON_RUN_AS_NODE: '1' }
  })
}

export function patchbayOverHttp(url: string): Promise<Contender> {
  return patchbay({
    id: ServerId.parse('bench'),
    name: 'bench',
    scope: 'command line',
    transport: 'streamable-http',
    url,
    headers: {}
  })
}

/** With a sign-in that holds, whose token goes with each request. */
export async function patchbaySignedIn(url: string): Promise<Contender> {
  const id = ServerId.parse('bench')
  const store = new SignInStore(join(tmpdir(), `${randomUUID()}.json`), NO_KEYRING, systemClock)
  await store.write(id, {
    version: 1,
    serverUrl: url,
    issuer: 'https://issuer.example',
    client: { client_id: 'bench' },
    clientSource: 'preregistered',
    tokens: {
      access_token: 'x'.repeat(900),
      token_type: 'Bearer',
      refresh_token: 'y',
      obtainedAt: systemClock.wall(),
      expiresAt: systemClock.wall() + 86_400_000
    }
  })
  const { log } = new Workbench({ networks: PLAIN_NETWORKS, servers: [], version: '0' })
  const signIns = new SignIns({
    networks: PLAIN_NETWORKS,
    log,
    clock: systemClock,
    store,
    hide: () => undefined
  })
  const definition: ServerDefinition = {
    id,
    name: 'bench',
    scope: 'command line',
    transport: 'streamable-http',
    url,
    headers: {}
  }
  const remoteFor = (each: ServerDefinition) => ({ credentials: signIns.credentialsFor(each) })
  return { ...(await patchbay(definition, { remoteFor })), name: 'with a token' }
}

/** Everything on: tap, observer, log, and the list of calls that the window shows. */
async function patchbay(
  definition: ServerDefinition,
  more: Pick<WorkbenchOptions, 'remoteFor'> = {}
): Promise<Contender> {
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [definition],
    version: '0',
    ...more
  })
  const { id } = definition
  let notes = 0
  workbench.onTraffic(({ method }) => {
    if (method === 'notifications/message') notes++
  })
  await workbench.open(id)
  return {
    name: 'Patchbay',
    call: async (args) => {
      const { done } = await workbench.startCall(id, 'echo', args)
      const { outcome } = await done
      if (outcome?.kind !== 'result') throw new Error(JSON.stringify(outcome))
      return outcome.result
    },
    notes: () => notes,
    close: () => workbench.closeAll()
  }
}

/** One POST, one JSON answer, nothing remembered. */
export async function plainFetch(url: string): Promise<Contender> {
  let lastId = 0
  return {
    name: 'fetch',
    call: async (args) => {
      const params = { name: 'echo', arguments: args }
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params })
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream'
      }
      const response = await fetch(url, { method: 'POST', headers, body })
      return (await response.json()) as unknown
    },
    notes: () => 0,
    close: async () => undefined
  }
}
