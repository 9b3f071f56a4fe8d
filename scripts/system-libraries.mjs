// Finds the system packages a Linux machine lacks, and installs them where that is allowed.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './project.mjs'
import { SetUpError } from './report.mjs'

/** Debian packages by the library they hold. Newer releases renamed some of them with `t64`. */
const PACKAGE_OF = [
  [/^libgtk-3|^libgdk-3/, 'libgtk-3-0'],
  [/^libnss3|^libnssutil3|^libsmime3/, 'libnss3'],
  [/^libnspr4/, 'libnspr4'],
  [/^libasound/, 'libasound2'],
  [/^libgbm/, 'libgbm1'],
  [/^libatk-bridge/, 'libatk-bridge2.0-0'],
  [/^libatk-1/, 'libatk1.0-0'],
  [/^libatspi/, 'libatspi2.0-0'],
  [/^libcups/, 'libcups2'],
  [/^libdrm/, 'libdrm2'],
  [/^libxkbcommon/, 'libxkbcommon0'],
  [/^libcairo/, 'libcairo2'],
  [/^libpango/, 'libpango-1.0-0'],
  [/^libdbus/, 'libdbus-1-3'],
  [/^libexpat/, 'libexpat1'],
  [/^libglib|^libgio|^libgobject/, 'libglib2.0-0'],
  [/^libX11\./, 'libx11-6'],
  [/^libXcomposite/, 'libxcomposite1'],
  [/^libXdamage/, 'libxdamage1'],
  [/^libXext/, 'libxext6'],
  [/^libXfixes/, 'libxfixes3'],
  [/^libXrandr/, 'libxrandr2'],
  [/^libxcb/, 'libxcb1'],
  [/^libudev/, 'libudev1']
]
const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/run/current-system/sw/share/fonts'
]

/** What the runtime at `executable` still needs from the system, as Debian package names. */
export async function missingPackages(executable, { needsVirtualDisplay }) {
  if (process.platform !== 'linux') return []
  // A wrapper script is no executable to ldd; whether it runs shows when its version is asked for.
  const { output } = await run('ldd', [executable])
  const { packages, unknown } = packagesForLdd(output)
  if (unknown.length > 0) {
    throw new SetUpError(
      `Electron needs ${unknown.join(', ')}, which this system does not have, and for which no ` +
        'package is known here. Install it, then run the same command again.'
    )
  }
  if (!hasFonts()) packages.push('fonts-dejavu-core')
  if (needsVirtualDisplay && !isOnPath('Xvfb')) packages.push('xvfb')
  return packages
}

export function packagesForLdd(output) {
  const packages = new Set()
  const unknown = []
  for (const [, library] of output.matchAll(/^\s*(\S+) => not found/gm)) {
    const name = PACKAGE_OF.find(([pattern]) => pattern.test(library))?.[1]
    if (name === undefined) unknown.push(library)
    else packages.add(name)
  }
  return { packages: [...packages], unknown }
}

/** Installs as root on Debian and its family; elsewhere says what to run, and stops. */
export async function installPackages(packages) {
  const isDebian = isOnPath('apt-get')
  if (!isDebian) {
    throw new SetUpError(
      'This system lacks what Electron needs. Install what your distribution calls these Debian ' +
        `packages, then run the same command again:\n  ${packages.join(' ')}`
    )
  }
  if (process.getuid() !== 0) {
    const names = await currentNames(packages)
    throw new SetUpError(
      'This system lacks what Electron needs. Run this, then the same command again:\n' +
        `  sudo apt-get install -y ${names.join(' ')}`
    )
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update'], { env })
  const names = await currentNames(packages)
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    env
  })
  if (install.code !== 0) {
    const why = update.code === 0 ? install.output : update.output + install.output
    throw new SetUpError(`apt-get install ${names.join(' ')} failed:\n${why}`)
  }
  return `installed ${names.join(' ')}`
}

async function currentNames(packages) {
  const names = []
  for (const name of packages) {
    const renamed = await run('apt-cache', ['show', '--no-all-versions', `${name}t64`])
    names.push(renamed.code === 0 ? `${name}t64` : name)
  }
  return names
}

export function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false // not in this folder
    }
  })
}

function hasFonts() {
  return FONT_FOLDERS.some((folder) => existsSync(folder) && readdirSync(folder).length > 0)
}

export function isRoot() {
  return process.platform !== 'win32' && process.getuid() === 0
}
