// Builds the app, unless what was built last came from exactly these sources.
import { rmSync } from 'node:fs'
import { inProject, root, runTool } from './project.mjs'
import { SetUpError } from './report.mjs'
import { isStampCurrent, readSources, writeStamp } from './source-stamp.mjs'

const stamp = inProject('out', '.sources')

export function isBuildCurrent() {
  return isStampCurrent(stamp, root)
}

export async function build() {
  const sources = readSources(root)
  forgetBuild()
  const { code, output } = await runTool('electron-vite/bin/electron-vite.js', ['build'])
  if (code !== 0) throw new SetUpError(`The build failed:\n${output}`)
  writeStamp(stamp, sources)
  return 'built'
}

/** For when something else is about to write where builds go. */
export function forgetBuild() {
  rmSync(stamp, { force: true })
}
