// Installs the npm dependencies when they are missing or older than the lockfile.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileHash, inProject, run, runNpm } from './project.mjs'
import { SetUpError } from './report.mjs'

const lockfile = inProject('package-lock.json')
/** npm writes this file last, so it is there only after a complete install. */
const installedLockfile = inProject('node_modules', '.package-lock.json')
const stamp = inProject('node_modules', '.patchbay-lockfile')

export function areDependenciesCurrent() {
  if (!existsSync(installedLockfile)) return false
  const wanted = fileHash(lockfile)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted
  return statSync(installedLockfile).mtimeMs >= statSync(lockfile).mtimeMs
}

export async function installDependencies() {
  const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (code !== 0) throw new SetUpError(`npm ci failed:\n${output}`)
  mkdirSync(inProject('node_modules'), { recursive: true })
  writeFileSync(stamp, fileHash(lockfile))
  await useGitHooks()
  return /added \d+ packages/.exec(output)?.[0] ?? 'installed'
}

/** Every clone formats and lints what it commits. Does nothing where there is no repository. */
async function useGitHooks() {
  await run('git', ['config', 'core.hooksPath', 'scripts/git-hooks'])
}
