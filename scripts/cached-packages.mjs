// Packages that only tests need, each set with a lockfile of its own, installed into the cache.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './lock.mjs'
import { cacheFolder, fileHash, inProject, runNpm } from './project.mjs'
import { SetUpError, step } from './report.mjs'

/** A registry that stalls must not hold the tests forever. */
const INSTALL_LIMIT_MS = 15 * 60_000

/**
 * Installs the set that `<set>/package-lock.json` describes, unless it is there already. No package
 * gets to run a script of its own. Resolves with the folder that holds its node_modules.
 */
export async function cachePackages(set) {
  const folder = join(cacheFolder, 'packages', set)
  const lockfile = inProject(set, 'package-lock.json')
  // npm ci begins by removing node_modules and this with it, so it is there only after a complete one.
  const stamp = join(folder, 'node_modules', '.patchbay-lockfile')
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fileHash(lockfile)
  if (isCurrent()) return folder
  await alone(async () => {
    if (isCurrent()) return
    await step('packages', async () => {
      mkdirSync(folder, { recursive: true })
      for (const file of ['package.json', 'package-lock.json']) {
        copyFileSync(inProject(set, file), join(folder, file))
      }
      const { code, output } = await runNpm(
        ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
        { limitMs: INSTALL_LIMIT_MS }
      )
      if (code !== 0) throw new SetUpError(describeFailure(set, lockfile, output))
      writeFileSync(stamp, fileHash(lockfile))
      return `${/added \d+ packages/.exec(output)?.[0] ?? 'installed'} for ${set}`
    })
  })
  return folder
}

/** Puts first which of the packages we asked for npm complains about. */
function describeFailure(set, lockfile, output) {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages[''].dependencies
  const named = packagesNamedIn(output, Object.keys(wanted))
  const which = named.length > 0 ? named.join(', ') : 'a package'
  return `Cannot install ${which} for ${set}:\n${output}`
}

export function packagesNamedIn(output, names) {
  return names.filter((name) => new RegExp(`(^|[^\\w/@-])${name}(?![\\w/-])`, 'm').test(output))
}
