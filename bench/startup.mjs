// From the spawn of Electron to the first content on the screen: Patchbay beside a bare window.
// Interleaved, so that whatever else the machine does falls on both alike.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from '../scripts/display.mjs'
import { appEnvironment, inProject, root } from '../scripts/project.mjs'
import { failAndExit } from '../scripts/report.mjs'
import { setUpAndBuild } from '../scripts/set-up.mjs'
import { isRoot } from '../scripts/system-libraries.mjs'

const ROUNDS = 9

/** The profile is used twice: a first start writes caches, every later one reads them. */
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

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

async function measure() {
  const { executable, version } = await setUpAndBuild({ needsVirtualDisplay: true })
  const display = await openVirtualDisplay()
  const env = appEnvironment(display.env)
  const apps = {
    bare: { path: inProject('bench', 'bare-electron', 'main.cjs'), profile: newProfile(), ms: [] },
    patchbay: { path: root, profile: newProfile(), ms: [] }
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const app of Object.values(apps)) {
      const ms = await timeToPaint(executable, app.path, app.profile, env)
      if (round > 0) app.ms.push(ms)
    }
  }
  display.close()
  for (const { profile } of Object.values(apps)) rmSync(profile, { recursive: true, force: true })

  const [bare, patchbay] = [median(apps.bare.ms), median(apps.patchbay.ms)]
  console.log(`Electron ${version}, ${ROUNDS} rounds, interleaved, median`)
  console.log(`bare window    ${bare.toFixed(0)} ms`)
  console.log(`patchbay       ${patchbay.toFixed(0)} ms   ${(patchbay / bare).toFixed(2)}x`)
}

function newProfile() {
  return mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
}

measure().catch(failAndExit)
