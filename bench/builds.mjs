// The builds that are measured: this one, and that of another commit.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, fileHash, inProject, root, run } from '../scripts/project.mjs'
import { SetUpError, step } from '../scripts/report.mjs'

export const THIS = 'this build'

/** Resolves with `{ name, folder }` of each, this one last. */
export async function buildsFor({ against }, executable) {
  const here = { name: THIS, folder: root }
  return against === undefined ? [here] : [await buildOf(against, executable), here]
}

async function buildOf(commit, executable) {
  const found = await run('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
  if (found.code !== 0) throw new SetUpError(`There is no commit ${commit}.`)
  const hash = found.output.trim()
  const folder = join(cacheFolder, 'bench', hash)
  const build = { name: hash.slice(0, 8), folder }
  // Written last, so it is there only where everything else is.
  const done = join(folder, '.built')
  if (existsSync(done)) return build
  await step('commit', async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const archive = join(cacheFolder, 'bench', `${hash}.tar`)
    await succeed('git', ['archive', '--output', archive, hash])
    await succeed('tar', ['-xf', archive, '-C', folder])
    rmSync(archive)
    await giveDependencies(folder)
    const env = { ...process.env, PATCHBAY_ELECTRON: executable }
    const builder = join(folder, 'scripts', 'set-up.mjs')
    const program = `import(${JSON.stringify(builder)}).then((it) => it.buildIfNeeded())`
    await succeed(process.execPath, ['--eval', program], { env })
    writeFileSync(done, '')
    return `built ${build.name}`
  })
  return build
}

/** Ours where they are the same, or else those of that commit. */
async function giveDependencies(folder) {
  const lockfile = 'package-lock.json'
  if (fileHash(join(folder, lockfile)) === fileHash(inProject(lockfile))) {
    symlinkSync(inProject('node_modules'), join(folder, 'node_modules'), 'junction')
    return
  }
  const install = `import(${JSON.stringify(join(folder, 'scripts', 'dependencies.mjs'))})`
  await succeed(process.execPath, ['--eval', `${install}.then((it) => it.installDependencies())`])
}

async function succeed(command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new SetUpError(`${command} ${args[0]} failed:\n${output}`)
}
