import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { callStoreIn, historyIn, query } from './calls-testing'
import type { HistoryOptions } from './history'

const files = ServerId.parse('user:files')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

type Options = Omit<HistoryOptions, 'store' | 'live'> & { readonly folder: string }

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-history-'))
  folders.push(folder)
  return folder
}

function open({ folder = temporaryFolder(), ...options }: Partial<Options> = {}) {
  const complaints: string[] = []
  const history = historyIn(folder, {
    limit: () => 50,
    redact: (json) => json,
    answer: () => {
      throw new Error('the frame is gone')
    },
    complain: (message) => void complaints.push(message),
    ...options
  })
  return { history, folder, complaints }
}

function ended(number: number, change: Partial<Call> = {}): Call {
  return {
    id: CallId.parse(`call-${number}`),
    serverId: files,
    tool: 'read',
    arguments: { number },
    startedAt: 1_000 + number,
    progressCount: 0,
    outcome: { kind: 'result', result: { content: [{ type: 'text', text: `result ${number}` }] } },
    tookMs: 5,
    ...change
  }
}

function idsIn(folder: string): readonly unknown[] {
  return query(folder, 'SELECT id FROM call ORDER BY started_at').map(({ id }) => id)
}

it.each([
  ['a newer version has written', `'{"version":2,"ending":"as a newer version says it"}'`, 'rest'],
  ['is damaged', `'{"version":1,'`, 'rest'],
  ['has lost its outcome', 'row', `'{}'`]
])('deletes no call that %s, however much there is', async (_what, row, rest) => {
  const { history, folder } = open({ limitBytes: 20_000, limit: () => 3 })
  for (const number of [1, 2, 3]) history.keep(ended(number))
  await history.settled()
  query(folder, `UPDATE call SET row = ${row}, rest = ${rest} WHERE id = 'call-2' RETURNING id`)
  query(folder, `UPDATE call SET bytes = 30000 WHERE id = 'call-2' RETURNING id`)
  const next = open({ folder, limitBytes: 20_000, limit: () => 3 })
  next.history.keep(ended(4))
  await next.history.settled()
  expect(idsIn(folder)).toEqual(['call-1', 'call-2', 'call-3', 'call-4'])
  next.history.keep(ended(5))
  await next.history.settled()
  expect(idsIn(folder)).toEqual(['call-2', 'call-3', 'call-4', 'call-5'])
  expect(next.complaints).toEqual([expect.stringMatching(/cannot be understood.* stays/)])
})

it('does not count what of a call was never written', async () => {
  const { history, folder, complaints } = open({ limitBytes: 20_000 })
  history.keep(ended(1))
  await history.settled()
  const half = `BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`
  query(folder, `CREATE TRIGGER half AFTER INSERT ON call WHEN new.bytes > 20000 ${half}`)
  const outcome = { kind: 'result', result: { text: 'x'.repeat(30_000) } } as const
  history.keep(ended(2, { outcome }))
  await history.settled()
  history.keep(ended(3))
  await history.settled()
  expect(idsIn(folder)).toEqual(['call-1', 'call-3'])
  expect(complaints).toEqual([expect.stringContaining('cannot be kept')])
})

it('goes on with the frames of a recording, whatever call refers to them', async () => {
  const { history, folder } = open()
  history.keep(ended(1))
  await history.settled()
  query(folder, `UPDATE call SET row = '{', request_key = 4294967297 RETURNING id`)
  callStoreIn(folder).traffic.calls.detach(1)
  expect(query(folder, 'SELECT row FROM call')).toEqual([{ row: '{' }])
})
