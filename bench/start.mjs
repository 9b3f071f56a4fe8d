// From the spawn of Electron to the first content on the screen: Patchbay beside a bare window.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from '../scripts/display.mjs'
import { appEnvironment, inProject } from '../scripts/project.mjs'
import { isRoot } from '../scripts/system-libraries.mjs'
import { inTurns } from './rounds.mjs'

/** The profile is used again: a first start writes caches, every later one reads them. */
function timeToPaint(executable, app, profile, env) {
  const switches = [...(isRoot() ? ['--no-sandbox'] : []), ...VIRTUAL_DISPLAY_SWITCHES]
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(executable, [...switches, app, `--profile=${profile}`], {
      env,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    let tookMs
    child.stdout.on('data', (chunk) => {
      if (tookMs !== undefined || !String(chunk).includes('is ready')) return
      tookMs = performance.now() - started
      child.kill()
    })
    child.once('error', reject)
    child.once('exit', () =>
      tookMs === undefined ? reject(new Error(`${app} did not get ready`)) : resolve(tookMs)
    )
  })
}

export async function measureStart(builds, executable, { rounds }) {
  const display = await openVirtualDisplay()
  const env = appEnvironment(display.env)
  const apps = { 'bare window': inProject('bench', 'bare-electron', 'main.cjs') }
  for (const { name, folder } of builds) apps[name] = folder
  const profiles = []
  const contenders = Object.entries(apps).map(([name, app]) => {
    const profile = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
    profiles.push(profile)
    return { name, measure: () => timeToPaint(executable, app, profile, env) }
  })
  try {
    const times = await inTurns(contenders, rounds)
    return [{ title: 'start, to the first paint', base: 'bare window', times, wanted: 1.3 }]
  } finally {
    display.close()
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
  }
}
