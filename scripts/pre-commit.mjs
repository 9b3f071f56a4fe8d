// The git hook before a commit: formats what is staged, stages it again, and lints it.
// A file with changes that are not staged is only checked, so that they stay out of the commit.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inProject, root } from './project.mjs'

const LINTED = /\.(ts|tsx|mjs|cjs|js)$/

function run(command, args, input) {
  return spawnSync(command, args, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 28 })
}

function tool(path, args, input) {
  return run(process.execPath, [inProject('node_modules', path), ...args], input)
}

function files(...args) {
  const { stdout } = run('git', ['diff', '--name-only', '-z', '--diff-filter=d', ...args])
  return stdout.split('\0').filter((name) => name !== '')
}

/** Returns the sentences that say why the commit must not be made. */
function look() {
  const staged = files('--cached')
  if (staged.length === 0) return []
  if (!existsSync(inProject('node_modules/prettier'))) {
    return ['The dependencies are not installed: run `npm run check` once, then commit.']
  }
  const unstaged = new Set(files())
  const whole = staged.filter((name) => !unstaged.has(name))
  const partial = staged.filter((name) => unstaged.has(name))
  return [...format(whole), ...partial.flatMap(checkStaged), ...lint(staged)]
}

function format(names) {
  if (names.length === 0) return []
  const { status, stderr } = tool('prettier/bin/prettier.cjs', [
    '--write',
    '--ignore-unknown',
    '--log-level=warn',
    ...names
  ])
  if (status !== 0) return [stderr.trim()]
  run('git', ['add', '--', ...names])
  return []
}

function checkStaged(name) {
  const { stdout: text } = run('git', ['show', `:${name}`])
  const laidOut = tool('prettier/bin/prettier.cjs', ['--stdin-filepath', name], text)
  if (laidOut.status !== 0 || laidOut.stdout === text) return []
  return [`${name} is not formatted as staged, and has changes that are not staged.`]
}

function lint(names) {
  const linted = names.filter((name) => LINTED.test(name))
  if (linted.length === 0) return []
  const { status, stdout, stderr } = tool('eslint/bin/eslint.js', [
    '--max-warnings=0',
    '--no-warn-ignored',
    ...linted
  ])
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()]
}

const problems = look()
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
