import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { PLAIN_NETWORKS } from '../network/networks'
import { Workbench } from '../workbench/workbench'
import { openTestDesk, temporaryFolder } from '../desk/desk-testing'
import { watchVersions } from './version-watch'

/** Stands in for npx: what it starts says that it has the version that a file holds. */
function fakeNpx(folder: string): { command: string; setVersion: (version: string) => void } {
  const command = join(folder, 'npx')
  const server = join(folder, 'server.mjs')
  const file = join(folder, 'version')
  writeFileSync(
    server,
    `import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const version = readFileSync(${JSON.stringify(file)}, 'utf8')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = method === 'initialize'
    ? { result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 's', version } } }
    : { error: { code: -32601, message: 'Method not found' } }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
}`
  )
  writeFileSync(
    command,
    `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec "${process.execPath}" "${server}"\n`
  )
  chmodSync(command, 0o755)
  return { command, setVersion: (version) => writeFileSync(file, version) }
}

async function messagesAfterUpdate(args: readonly string[]): Promise<readonly string[]> {
  const { command, setVersion } = fakeNpx(temporaryFolder())
  const { desk } = openTestDesk({ user: { mine: { command, args, era: 'legacy' } } })
  const workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: desk.registry,
    version: '0.0.0'
  })
  watchVersions(desk.registry, workbench)
  const id = ServerId.parse('user:mine')
  for (const version of ['1.0.0', '1.0.0', '1.0.16']) {
    setVersion(version)
    await workbench.restart(id)
  }
  await workbench.closeAll()
  return workbench.problems.list().map(({ kind, message }) => `${kind}: ${message}`)
}

describe('a server that is fetched anew at each start', () => {
  it('is said to have another version when nobody pinned one', async () => {
    expect(await messagesAfterUpdate(['-y', 'some-server'])).toEqual([
      'version: mine says that it is version 1.0.16 now; it was 1.0.0 when it was last opened. Its definition pins no version.'
    ])
  })

  it('may have another one when somebody pinned it', async () => {
    expect(await messagesAfterUpdate(['-y', 'some-server@1.0.0'])).toEqual([])
  })
})
