// `patchbay tools -- <server>` beside a script that starts the same server and lists its tools.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cachePackages } from '../scripts/cached-packages.mjs'
import { provideNode } from '../scripts/node-runtime.mjs'
import { inProject } from '../scripts/project.mjs'
import { inTurns } from './rounds.mjs'

const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
const BASE = 'bare script'

function timeToEnd(node, args, env) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.resume()
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve(performance.now() - startedAt)
        : reject(new Error(`${args[0]} ended with code ${code}`))
    )
  })
}

export async function measureCommand(builds, _executable, { rounds }) {
  const node = await provideNode()
  const packages = await cachePackages('e2e/real-servers/few')
  const profile = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  const env = { ...process.env, XDG_CONFIG_HOME: profile }
  const servers = {
    'tools of server-everything': [join(packages, EVERYTHING), 'stdio'],
    'tools of a server that starts at once': [inProject('bench', 'wire', 'echo-server.mjs')]
  }
  const measures = []
  try {
    for (const [title, server] of Object.entries(servers)) {
      const bare = [inProject('bench', 'command', 'bare.mjs')]
      const scripts = { [BASE]: bare }
      for (const { name, folder } of builds) {
        scripts[name] = [join(folder, 'bin', 'patchbay'), 'tools', '--']
      }
      const contenders = Object.entries(scripts).map(([name, script]) => ({
        name,
        measure: () => timeToEnd(node, [...script, node, ...server], env)
      }))
      const times = await inTurns(contenders, rounds)
      measures.push({ title: `command line, ${title}`, base: BASE, times, wanted: 1.3 })
    }
    return measures
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}
