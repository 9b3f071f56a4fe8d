/**
 * A profile that the version before the table of calls has left behind is whole in this one. What it
 * answered then, and the files it exported, are kept beside the profile.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { expect, test, type RunningApp } from './fixtures'

type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const OLD = join(root, 'e2e/old-profile')
const EXPORTS = bytesIn(join(OLD, 'exports'))
/** By what was asked: the name of the request, and what was sent with it. Numbers are as written. */
const OLD_ANSWERS = JSON.parse(readFileSync(join(OLD, 'answers.json'), 'utf8')) as Answers
/** The window is written down at each end, and the calls have moved. */
const FILES = readdirSync(join(OLD, 'profile'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.json') && path !== 'window.json' && !path.startsWith('history')
)

type Folders = { readonly profile: string; readonly home: string }

/** Main is asked everything anew, and then the app is closed. */
async function answersOf({ app, window }: RunningApp, folders: Folders): Promise<Answers> {
  const answers: Record<string, Answers[string]> = {}
  for (const asked of Object.keys(OLD_ANSWERS)) {
    const [route = '', ...rest] = asked.split(' ')
    answers[asked] = await window.evaluate(answerIn, { route, input: rest.join(' '), ...folders })
  }
  // Trust is for a file in its place, which is another one here. Nothing else is wrong.
  await window.getByRole('contentinfo').getByRole('button', { name: '1 problem' }).press('Enter')
  const problems = window.getByRole('dialog', { name: 'Problems' })
  await expect(problems.getByRole('listitem')).toHaveText(/^3 servers wait for you to say/)
  await app.close()
  return answers
}

/**
 * Runs in the page. Every number is as it was written, so that no digit goes unseen; what differs
 * from run to run is left out: the built-in server with its paths, and the recording of this run.
 */
async function answerIn(
  asked: Folders & { readonly route: string; readonly input: string }
): Promise<Answers[string]> {
  const { patchbay } = globalThis as unknown as { readonly patchbay: Bridge }
  const parse = JSON.parse as (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown
  ) => Answers[string]
  const isOfThisRun = (value: { readonly id?: unknown; readonly isLive?: boolean }): boolean =>
    value.id === 'demo' || value.isLive === true
  return parse(await answer(), (_key, value, { source }) => {
    if (typeof value === 'number') return `number ${String(source)}`
    if (typeof value === 'string') {
      return value.replace(asked.profile, '<profile>').replace(asked.home, '<home>')
    }
    return Array.isArray(value) ? value.filter((one: object) => !isOfThisRun(one)) : value
  })

  /** The calls of a tool are a list that is opened now, and each is read under another name. */
  async function answer(): Promise<string> {
    if (asked.route === 'history.read') return patchbay.request('call.read', asked.input)
    if (asked.route !== 'history.list') return patchbay.request(asked.route, asked.input)
    const spec = { ...(JSON.parse(asked.input) as object), filter: '' }
    const opened = JSON.parse(await patchbay.request('history.open', JSON.stringify(spec))) as {
      readonly value: { readonly viewId: number }
    }
    const { viewId } = opened.value
    const window = JSON.stringify({ viewId, from: 0, count: 1_000 })
    const page = await patchbay.request('history.rows', window)
    await patchbay.request('history.close', JSON.stringify({ viewId }))
    // As it is written: read as JSON, it would lose digits.
    const rows = /"rows":(\[.*\])/s.exec(page)?.[1] ?? '[]'
    return `{"ok":true,"value":${rows}}`
  }
}

function filesOf(profile: string): Readonly<Record<string, string>> {
  return Object.fromEntries(FILES.map((path) => [path, readFileSync(join(profile, path), 'utf8')]))
}

function patchbay(...args: readonly string[]): string {
  const program = join(root, 'bin/patchbay')
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', stdio: 'pipe' })
}

/** What the old version has exported, exported again. */
function exportsOf(profile: string, folder: string): Readonly<Record<string, string>> {
  mkdirSync(folder)
  for (const name of Object.keys(EXPORTS)) {
    const out = join(folder, name)
    const isOfAudit = name.startsWith('audit')
    const recording = name.startsWith('run') ? '1' : '2'
    const what = isOfAudit
      ? ['audit', 'export', out]
      : ['traffic', 'export', out, '--recording', recording]
    patchbay(...what, '--profile', profile)
  }
  return bytesIn(folder)
}

/** Not as text, in which bytes that are none would look alike. */
function bytesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])
  )
}

test('an old profile is whole after its first opening, and the second one changes nothing', async ({
  start,
  profile,
  home
}) => {
  // Starts the app twice and the command line for each export.
  test.slow()
  cpSync(join(OLD, 'profile'), profile, { recursive: true })
  const files = filesOf(profile)
  const answers = await answersOf(await start(), { profile, home })
  for (const [asked, answer] of Object.entries(OLD_ANSWERS)) {
    expect(answers[asked], asked).toMatchObject(answer)
  }
  expect(readdirSync(profile).filter((name) => name.startsWith('history'))).toEqual([])
  expect(filesOf(profile)).toEqual(files)

  expect(await answersOf(await start(), { profile, home })).toEqual(answers)
  expect(filesOf(profile)).toEqual(files)
  expect(exportsOf(profile, join(home, 'exports'))).toEqual(EXPORTS)
  expect(patchbay('audit', 'verify', '--profile', profile)).toContain('Intact: 31 records.')
})
