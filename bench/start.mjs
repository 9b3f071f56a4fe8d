// From the spawn of Electron to the first content on the screen: Patchbay beside a bare window.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from '../scripts/display.mjs'
import { appEnvironment, inProject } from '../scripts/project.mjs'
import { isRoot } from '../scripts/system-libraries.mjs'
import { inTurns } from './rounds.mjs'

/** An older build says nothing of its window: what it shows first is the app. */
const IS_PAINTED = /shows its window|is ready/
const IS_READY = /is ready/

/** The profile is used again: a first start writes caches, every later one reads them. */
function timeOfStart(executable, app, profile, env) {
  const switches = [...(isRoot() ? ['--no-sandbox'] : []), ...VIRTUAL_DISPLAY_SWITCHES]
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(executable, [...switches, app, `--profile=${profile}`], {
      env,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    let paintedMs
    let readyMs
    child.stdout.on('data', (chunk) => {
      const sinceMs = performance.now() - started
      if (IS_PAINTED.test(chunk)) paintedMs ??= sinceMs
      if (readyMs !== undefined || !IS_READY.test(chunk)) return
      readyMs = sinceMs
      child.kill()
    })
    child.once('error', reject)
    child.once('exit', () =>
      readyMs === undefined
        ? reject(new Error(`${app} did not get ready`))
        : resolve({ paintedMs, readyMs })
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
    return { name, measure: () => timeOfStart(executable, app, profile, env) }
  })
  try {
    const starts = await inTurns(contenders, rounds)
    const timesOf = (what) =>
      Object.fromEntries(Object.entries(starts).map(([name, all]) => [name, all.map(what)]))
    const base = 'bare window'
    const painted = timesOf(({ paintedMs }) => paintedMs)
    const ready = timesOf(({ readyMs }) => readyMs)
    return [
      { title: 'start, to the first paint', base, times: painted, wanted: 1.3 },
      { title: 'start, to the app with its servers', base, times: ready }
    ]
  } finally {
    display.close()
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
  }
}
