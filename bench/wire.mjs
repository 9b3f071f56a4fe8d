// A session of Patchbay beside a raw JSON-RPC pipe and the bare SDK client, in one run.
import { bundle } from '../scripts/bundle.mjs'
import { inProject, nodeEnvironment, run } from '../scripts/project.mjs'
import { failAndExit } from '../scripts/report.mjs'
import { setUp } from '../scripts/set-up.mjs'

async function measure() {
  const { executable } = await setUp({ needsVirtualDisplay: false })
  const program = await bundle('bench/wire/index.ts')
  const server = inProject('bench', 'wire', 'echo-server.mjs')
  const { code } = await run(executable, [program, server], { env: nodeEnvironment(), show: true })
  process.exitCode = code
}

measure().catch(failAndExit)
