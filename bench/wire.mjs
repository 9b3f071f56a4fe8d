// A session of Patchbay beside a raw JSON-RPC pipe and the bare SDK client, all in one process.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, temporaryFolder } from '../scripts/bundle.mjs'
import { inProject, nodeEnvironment, run } from '../scripts/project.mjs'
import { SetUpError } from '../scripts/report.mjs'

/** Each build is measured with its own way of opening a session. */
export async function measureWire(builds, node, { rounds, isShort }) {
  const program = await bundle('bench/wire/index.ts')
  const contenders = []
  for (const { name, folder } of builds) {
    contenders.push({ name, path: await bundle('bench/wire/contenders.ts', folder) })
  }
  const order = {
    server: inProject('bench', 'wire', 'echo-server.mjs'),
    builds: contenders,
    rounds,
    isShort,
    out: join(temporaryFolder(), 'wire.json')
  }
  const args = [program, JSON.stringify(order)]
  const { code } = await run(node, args, { env: nodeEnvironment(), show: true })
  if (code !== 0) throw new SetUpError(`The wire was not measured: it ended with code ${code}.`)
  return JSON.parse(readFileSync(order.out, 'utf8'))
}
