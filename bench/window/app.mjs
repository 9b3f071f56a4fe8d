// Starts the built app on a virtual display, for measurements of its window.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVirtualDisplay, VIRTUAL_DISPLAY_SWITCHES } from '../../scripts/display.mjs'
import { appEnvironment, inProject, root } from '../../scripts/project.mjs'
import { setUpAndBuild } from '../../scripts/set-up.mjs'
import { isRoot } from '../../scripts/system-libraries.mjs'

const LOADER = inProject('node_modules/playwright-core/lib/server/electron/loader.js')

/**
 * Calls `measure` with the functions that start apps, and a folder for what it writes. Resolves with
 * what it measured, and then nothing is left of the display and the folder.
 */
export async function onDisplay(measure) {
  const { executable, version } = await setUpAndBuild({ needsVirtualDisplay: true })
  // In a fresh clone there are no packages before the set-up.
  const { _electron } = await import('@playwright/test')
  const display = await openVirtualDisplay()
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  const launch = (app, args = [], env = {}) =>
    _electron.launch({
      executablePath: executable,
      args: ['-r', LOADER, ...switches(), app, ...args],
      env: { ...appEnvironment(display.env), ...env }
    })
  const newProfile = () => mkdtempSync(join(folder, 'profile-'))
  const launchPatchbay = (mcpServers, { app = root, profile = newProfile() } = {}) => {
    const file = join(profile, 'bench-servers.json')
    writeFileSync(file, JSON.stringify({ mcpServers }))
    return launch(app, [`--profile=${profile}`, `--servers=${file}`])
  }
  try {
    console.log(`Electron ${version}, Xvfb, software rendering`)
    return await measure({ executable, folder, launch, newProfile, launchPatchbay })
  } finally {
    display.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

function switches() {
  return [...(isRoot() ? ['--no-sandbox'] : []), ...VIRTUAL_DISPLAY_SWITCHES]
}

export async function openServer(window, name) {
  await window
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await window.getByRole('button', { name: `Open ${name}` }).click()
}
