import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../time/clock'
import { AuditReader } from './log/audit-query'
import { ALL_ROWS, ending, EVERYTHING, intent, SETTINGS } from '../ledger/audit-testing'
import { openDirectAudit } from './log/direct-audit'
import { openAuditToRead } from './log/audit-tables'
import { Redactor } from '../redaction/redaction'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-decisions-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
let path = ''
beforeEach(() => {
  path = join(folder, `${++files}.db`)
})

function open() {
  return openDirectAudit({
    path,
    lastLink: `${path}.json`,
    settings: SETTINGS,
    redactor: new Redactor(),
    clock: systemClock,
    isOn: () => true,
    nameOf: (serverId) => serverId,
    isTextCut: () => false,
    wayOut: '',
    onNotice: (message) => expect.unreachable(message)
  })
}

function read<Result>(work: (reader: AuditReader) => Result): Result {
  const database = openAuditToRead(path)
  try {
    return work(new AuditReader(database))
  } finally {
    database.close()
  }
}

const question = { messages: [{ role: 'user', content: { type: 'text', text: '2\n+ 2?' } }] }
const roots = [{ uri: 'file:///srv/a', name: 'a' }, { uri: 'file:///srv/b' }]

it.each<[string, object, unknown, string, string]>([
  ['consent', { action: 'read_file', by: 'person' }, { granted: true }, 'read_file', 'granted'],
  ['consent', { action: 'read_file', by: 'grant' }, { granted: true }, 'read_file', 'granted'],
  ['consent', { action: 'read_file', by: 'person' }, { granted: false }, 'read_file', 'denied'],
  ['consent', { action: 'x', by: 'expired' }, { granted: false }, 'x', 'not answered'],
  ['approval', { tool: 'echo', by: 'person' }, { isApproved: true }, 'echo', 'approved'],
  ['approval', { tool: 'echo', by: 'policy' }, { isApproved: false }, 'echo', 'not approved'],
  ['approval', { tool: 'echo', by: 'closed' }, { isApproved: false }, 'echo', 'session ended'],
  ['elicitation', { message: 'Who?', by: 'person' }, 'accept', 'Who?', 'accepted'],
  ['elicitation', { message: 'Who?', by: 'person' }, 'decline', 'Who?', 'declined'],
  ['elicitation', { message: 'Who?', by: 'person' }, 'cancel', 'Who?', 'cancelled'],
  ['elicitation', { message: 'Who?', by: 'cancelled' }, 'cancel', 'Who?', 'taken back'],
  ['sampling', { by: 'person', question }, { role: 'assistant' }, '2 + 2?', 'accepted'],
  ['sampling', { by: 'person', question }, { isAccepted: false }, '2 + 2?', 'declined'],
  ['sampling', { action: 'ask a model', model: 'm', question }, {}, 'ask a model m', 'answered'],
  ['roots', { by: 'person', roots }, { roots }, 'file:///srv/a, file:///srv/b', 'shared'],
  ['roots', {}, { roots: [] }, 'folders', 'nothing shared'],
  ['roots', { action: 'share', folder: '/srv/a' }, undefined, 'share /srv/a', 'shared'],
  ['policy', { tool: 'echo', policy: 'deny' }, undefined, 'echo', 'deny'],
  ['policy', { tool: 'echo', policy: null }, undefined, 'echo', 'by its risk'],
  ['grant', { action: 'read_file' }, undefined, 'read_file', 'remembered'],
  ['revoke', { action: 'read_file' }, undefined, 'read_file', 'revoked'],
  [
    'refused',
    { kind: 'form', by: 'flood', count: 12 },
    { granted: false },
    'form',
    'denied, 12 too many'
  ],
  ['pause', { isPaused: true }, undefined, 'questions', 'paused'],
  ['pause', { isPaused: false }, undefined, 'questions', 'resumed'],
  ['trust', { name: 'files', decision: 'refused' }, undefined, 'files', 'refused'],
  ['secret', { action: 'remove', name: 'K' }, undefined, 'remove K', 'removed'],
  ['config', { action: 'save', name: 'files' }, undefined, 'save files', 'changed'],
  ['config', { action: 'save', name: 'files' }, { isDone: false }, 'save files', 'declined'],
  ['config', { action: 'import', servers: ['a', 'b'] }, undefined, 'import a, b', 'changed']
])('a record of %s with %j and %j', (kind, params, result, target, decision) => {
  const audit = open()
  const method = `patchbay/${kind}`
  audit.note({ method, params, ...(result !== undefined && { result }) })
  audit.keeper.close()
  const expected = { method, target, decision, status: 'ok' }
  expect(read((reader) => reader.rows(EVERYTHING, ALL_ROWS))).toMatchObject([expected])
  expect(read((reader) => reader.read(1))).toMatchObject(expected)
  expect(read((reader) => reader.count({ text: decision }).matched)).toBe(1)
  expect(read((reader) => reader.count({ text: 'undecided' }).matched)).toBe(0)
})

it('nothing is decided by what has not ended, what failed, and what a person wrote', async () => {
  const audit = open()
  const method = 'patchbay/consent'
  const params = '{"action":"x","by":"person"}'
  audit.keeper.begin(intent('running', { method, params }))
  audit.note({ method, params: { action: 'x' }, result: { granted: true }, error: 'no disk' })
  const end = await audit.intend({ method, params: { action: 'x' }, kind: 'raw' })
  end({ result: { granted: true } })
  audit.keeper.take([
    { parcel: 1_000, value: { intent: intent('other'), ending: ending('other') } }
  ])
  audit.keeper.close()
  const rows = read((reader) => reader.rows(EVERYTHING, ALL_ROWS))
  expect(rows).toHaveLength(4)
  expect(rows.filter((row) => 'decision' in row)).toEqual([])
})

it('is told by the answer where the question is too long to be kept whole', () => {
  const audit = open()
  const long = {
    messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(300_000) } }]
  }
  const params = { by: 'person', question: long }
  audit.note({ method: 'patchbay/sampling', params, result: { isAccepted: false, reason: '' } })
  audit.note({ method: 'patchbay/sampling', params, result: { role: 'assistant' } })
  audit.keeper.close()
  const rows = read((reader) => reader.rows(EVERYTHING, ALL_ROWS))
  expect(rows.map(({ decision }) => decision)).toEqual([undefined, 'declined'])
})
