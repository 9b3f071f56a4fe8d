import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { electronExecutable, expect, test } from './fixtures'

/** A hundred take minutes: `npm run test:kills` has them, and each run of all tests has a few. */
const KILLS = Number(process.env['PATCHBAY_KILLS'] ?? '6')
/** So many things are heard of at most before the app is killed. */
const MOST_HEARD = 60

type Row = { readonly id: number; readonly status: string }
/** A record as it is exported. */
type Kept = Row & {
  readonly params: { readonly arguments: { readonly mark: string } }
  readonly result?: unknown
}
type Say = (word: string, about: readonly (string | number)[]) => void
type Bridge = { request: (route: string, inputJson: string) => Promise<string> }

/** Calls without end, and says what it is told: which records are written, and which are complete. */
async function callAndTell(window: Page, run: number): Promise<void> {
  await window.evaluate((name) => {
    const { patchbay, say } = globalThis as unknown as { patchbay: Bridge; say: Say }
    const ask = async (route: string, input?: unknown): Promise<unknown> => {
      const answer = JSON.parse(
        await patchbay.request(route, input === undefined ? '' : JSON.stringify(input))
      ) as {
        ok: boolean
        value: unknown
      }
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return answer.value
    }
    async function call(lane: number): Promise<void> {
      const servers = (await ask('servers.list')) as { id: string; name: string }[]
      const serverId = servers.find((server) => server.name === 'witness')?.id
      for (let number = 0; ; number++) {
        const mark = `${name}-${lane}-${number}`
        await ask('call.start', { serverId, tool: 'mark', arguments: { mark } })
        say('begun', [mark])
      }
    }
    async function tell(): Promise<void> {
      const list = { query: { text: '' }, isGrouped: false }
      const { viewId } = (await ask('audit.open', list)) as { viewId: number }
      for (;;) {
        const { rows } = (await ask('audit.rows', { viewId, from: 0, count: 20 })) as {
          rows: Row[]
        }
        const complete = rows.filter(({ status }) => status === 'ok')
        say(
          'complete',
          complete.map(({ id }) => id)
        )
      }
    }
    for (const lane of [0, 1, 2]) void call(lane)
    void tell()
  }, `run${run}`)
}

test('killed at any moment, the app loses nothing that it has said to be written', async ({
  start,
  profile
}) => {
  test.setTimeout(60_000 + KILLS * 15_000)
  const marks = join(profile, 'marks')
  const command = [process.execPath, join(root, 'e2e/servers/witness.mjs'), marks]
  const witness = { command: command[0], args: command.slice(1) }
  const begun: string[] = []
  const complete = new Set<number>()

  for (let run = 0; run < KILLS; run++) {
    const { app, window } = await start({ witness }, { args: ['--open=witness'] })
    await window.getByRole('option', { name: 'mark' }).waitFor()
    const enough = Math.floor(Math.random() * MOST_HEARD)
    const gone = once(app.process(), 'exit')
    let heard = 0
    await window.exposeFunction('say', (word: string, about: readonly (string | number)[]) => {
      if (word === 'begun') begun.push(...about.map(String))
      if (word === 'complete') for (const id of about) complete.add(Number(id))
      if (heard++ === enough) app.process().kill('SIGKILL')
    })
    await callAndTell(window, run).catch((error: unknown) => {
      // It may be killed before it is heard that the calls were begun.
      if (heard <= enough) throw error
    })
    expect(await gone).toEqual([null, 'SIGKILL'])
  }

  const file = test.info().outputPath('all.jsonl')
  patchbay('audit', 'export', file, '--profile', profile)
  const records = linesOf(file).map((line) => JSON.parse(line) as Kept)
  const written = new Set(records.map(({ params }) => params.arguments.mark))
  expect(begun.filter((mark) => !written.has(mark))).toEqual([])
  expect(linesOf(marks).filter((mark) => !written.has(mark))).toEqual([])
  expect(begun.length).toBeGreaterThan(0)
  expect(complete.size).toBeGreaterThan(0)

  const isComplete = ({ status, result }: Kept): boolean => status === 'ok' && result !== undefined
  expect(records.filter((record) => complete.has(record.id) && !isComplete(record))).toEqual([])
  const others = records.filter((record) => !isComplete(record))
  expect(others.filter(({ status }) => status !== 'interrupted')).toEqual([])
  expect(patchbay('audit', 'verify', '--profile', profile)).toMatch(
    new RegExp(`^Intact: ${records.length} records`)
  )
  expect(integrityOf(join(profile, 'audit/audit.db'))).toBe('ok')
  test.info().annotations.push({
    type: 'kills',
    description: `${KILLS} kills, ${records.length} records, ${others.length} of them interrupted`
  })
})

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

function patchbay(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'bin/patchbay'), ...args], { encoding: 'utf8' })
}

/** By SQLite itself, which only Electron's Node has. */
function integrityOf(database: string): string {
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(database)}, { readOnly: true })
    console.log(database.prepare('PRAGMA integrity_check').get().integrity_check)`
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return execFileSync(electronExecutable(), ['-e', code], { encoding: 'utf8', env }).trim()
}
