// Builds the app, unless what was built last came from exactly these sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, runTool } from './project.mjs'
import { SetUpError } from './report.mjs'

const SOURCES = [
  'src',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json'
]
const stamp = inProject('out', '.sources')

export function isBuildCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

export async function build() {
  const hash = hashOfSources()
  forgetBuild()
  const { code, output } = await runTool('electron-vite/bin/electron-vite.js', ['build'])
  if (code !== 0) throw new SetUpError(`The build failed:\n${output}`)
  writeFileSync(stamp, hash)
  return 'built'
}

/** For when something else is about to write where builds go. */
export function forgetBuild() {
  rmSync(stamp, { force: true })
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesUnder(source)) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(inProject(file)))
    }
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!path.startsWith('src')) return [path]
  return readdirSync(inProject(path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => file.slice(inProject('').length))
}
