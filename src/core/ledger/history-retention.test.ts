import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { historyIn, query, listOf } from './calls-testing'
import type { History, HistoryOptions } from './history'

const files = ServerId.parse('user:files')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-retention-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function fail(): never {
  throw new Error('nothing is wrong here')
}

function open(options: Partial<HistoryOptions> = {}): History {
  return historyIn(folder, {
    limit: () => 50,
    redact: (json) => json,
    answer: () => Promise.reject(new Error('not asked for here')),
    complain: fail,
    ...options
  })
}

function keep(history: History, number: number): void {
  history.keep({
    id: CallId.parse(`call-${number}`),
    serverId: files,
    tool: 'read',
    arguments: {},
    startedAt: 1_000 + number,
    progressCount: 0,
    outcome: { kind: 'result', result: {} }
  })
}

it('deletes nothing while nobody knows how much is to be kept', async () => {
  const history = open({ limit: () => Number.POSITIVE_INFINITY, limitBytes: 1 })
  for (const number of [1, 2, 3]) keep(history, number)
  const ids = (await listOf(history, files, 'read')).map(({ id }) => id)
  expect(ids).toEqual(['call-3', 'call-2', 'call-1'])
})

it('leaves what only a newer version knows of a call', async () => {
  const history = open()
  keep(history, 1)
  await history.settled()
  const schemas = { input: 'a', output: 'b', dialect: 'c' }
  const newer = JSON.stringify({ version: 2, mood: 'good', schemas })
  query(folder, `UPDATE call SET row = json_patch(row, '${newer}') RETURNING id`)
  await open().change(CallId.parse('call-1'), { isPinned: true })
  const [{ row = '', isPinned } = {}] = query(folder, 'SELECT row, is_pinned AS isPinned FROM call')
  expect(JSON.parse(String(row))).toMatchObject({ version: 2, mood: 'good', schemas })
  expect(isPinned).toBe(1)
})
