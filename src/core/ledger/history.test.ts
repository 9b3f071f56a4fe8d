import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { Redactor } from '../redaction/redaction'
import { callSizes, historyIn, query, listOf } from './calls-testing'
import type { History, HistoryOptions } from './history'

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
  /** How many calls each list had, whenever it was another. */
  const changes: number[] = []
  const history = historyIn(folder, {
    limit: () => 50,
    redact: (json) => json,
    answer: () => {
      throw new Error('the frame is gone')
    },
    onGrowth: ({ grew }) => {
      for (const growth of grew) if ('count' in growth) changes.push(growth.count.matched)
    },
    complain: (message) => void complaints.push(message),
    ...options
  })
  return { history, folder, complaints, changes }
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

const idsOf = async (history: History): Promise<string[]> =>
  (await listOf(history, files, 'read')).map(({ id }) => id)

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('the history', () => {
  it('has calls as they were, newest first, also after a restart', async () => {
    const { history, folder } = open()
    history.keep(ended(1, { meta: { a: 1 }, timeoutMs: 9, isForced: true }))
    history.keep(ended(2, { outcome: { kind: 'cancelled' } }))
    history.keep(ended(3, { outcome: { kind: 'result', result: { isError: true } } }))
    await history.settled()
    const again = open({ folder }).history
    expect(await listOf(again, files, 'read')).toMatchObject([
      { id: 'call-3', ending: 'tool-error' },
      { id: 'call-2', ending: 'cancelled' },
      {
        id: 'call-1',
        serverId: files,
        tool: 'read',
        arguments: { number: 1 },
        meta: { a: 1 },
        timeoutMs: 9,
        isForced: true,
        ending: 'ok',
        isPinned: false
      }
    ])
    expect(await open({ folder }).history.read(CallId.parse('call-1'))).toEqual({
      ...ended(1, { meta: { a: 1 }, timeoutMs: 9, isForced: true }),
      isKept: true,
      isCut: false
    })
    expect(await listOf(again, files, 'other')).toEqual([])
  })

  it('leaves out calls that run, and everything when it is off', async () => {
    const { outcome: _, ...running } = ended(1)
    const { history } = open()
    history.keep(running)
    expect(await idsOf(history)).toEqual([])
    const off = open({ limit: () => 0 })
    off.history.keep(ended(1))
    await off.history.settled()
    expect(callSizes(off.folder)).toEqual([])
  })

  it('forgets the oldest of a tool, but none that is pinned', async () => {
    const { history, folder } = open({ limit: () => 2 })
    history.keep(ended(1))
    await history.change(CallId.parse('call-1'), { isPinned: true, name: ' the good one ' })
    for (const number of [2, 3, 4]) history.keep(ended(number))
    expect(await listOf(history, files, 'read')).toMatchObject([
      { id: 'call-1', isPinned: true, name: 'the good one' },
      { id: 'call-4' },
      { id: 'call-3' }
    ])
    expect(callSizes(folder)).toHaveLength(3)
    await expect(history.read(CallId.parse('call-2'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('forgets the oldest of all when there is too much', async () => {
    const { history, folder } = open({ limitBytes: 3_000 })
    const text = 'x'.repeat(1_000)
    for (const number of [1, 2, 3, 4]) {
      const outcome = { kind: 'result', result: { text } } as const
      history.keep(ended(number, { tool: `tool ${number}`, outcome }))
    }
    await history.settled()
    const bytes = callSizes(folder).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThanOrEqual(3_000)
    expect(await listOf(history, files, 'tool 4')).toHaveLength(1)
    expect(await listOf(history, files, 'tool 1')).toHaveLength(0)
  })

  it('keeps the beginning of a result that is too large', async () => {
    const { history, folder } = open({
      answer: async (seq) => ({ seq, text: 'x'.repeat(5_000_000), end: true })
    })
    const held = { kind: 'held', isToolError: false } as const
    history.keep(ended(1, { outcome: held, answerSeq: 7, answerBytes: 5_000_100 }))
    const kept = await history.read(CallId.parse('call-1'))
    expect(kept).toMatchObject({ isCut: true, outcome: { result: { seq: 7, end: true } } })
    for (const size of callSizes(folder)) expect(size).toBeLessThan(1_100_000)
  })

  it('keeps the beginning of an error that is too large', async () => {
    const { history } = open()
    const error = { code: -1, message: 'no', data: ['x'.repeat(3_000_000)] }
    history.keep(ended(1, { outcome: { kind: 'error', error } }))
    expect(await history.read(CallId.parse('call-1'))).toMatchObject({
      isCut: true,
      outcome: { kind: 'error', error: { code: -1, message: 'no' } }
    })
  })

  it('keeps the whole of an error that is only in the log', async () => {
    const { history } = open({
      answer: async () => ({ code: -1, message: 'no', data: { why: 'x' } })
    })
    const error = { code: -1, message: 'no' }
    const answerBytes = 50_000
    history.keep(
      ended(1, { outcome: { kind: 'error', error, isHeld: true }, answerSeq: 7, answerBytes })
    )
    expect(await listOf(history, files, 'read')).toMatchObject([{ ending: 'error' }])
    expect(await history.read(CallId.parse('call-1'))).toEqual({
      ...ended(1, {
        outcome: { kind: 'error', error: { ...error, data: { why: 'x' } } },
        answerBytes
      }),
      isKept: true,
      isCut: false
    })
  })

  it('keeps a call whose answer is forgotten already', async () => {
    const { history } = open()
    history.keep(ended(1, { outcome: { kind: 'held', isToolError: true } }))
    expect(await listOf(history, files, 'read')).toMatchObject([{ ending: 'tool-error' }])
    expect(await history.read(CallId.parse('call-1'))).toMatchObject({ isCut: true })
  })

  it('writes no secret, and nothing that others can read', async () => {
    const redactor = new Redactor()
    redactor.add(['hunter2-hunter2'])
    const { history, folder } = open({ redact: (json) => redactor.redactJson(json) })
    const result = { text: 'it is hunter2-hunter2' }
    history.keep(
      ended(1, { arguments: { key: 'hunter2-hunter2' }, outcome: { kind: 'result', result } })
    )
    expect(await listOf(history, files, 'read')).toMatchObject([{ arguments: { key: '•••' } }])
    for (const path of filesBelow(folder)) {
      expect(readFileSync(path, 'utf8')).not.toContain('hunter')
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    }
  })

  it('removes one call and brings it back', async () => {
    const { history, changes } = open()
    await history.open({ serverId: files, tool: 'read', filter: '' })
    history.keep(ended(1))
    history.keep(ended(2))
    await history.change(CallId.parse('call-1'), { name: 'mine' })
    const { what, undo } = await history.remove(CallId.parse('call-1'))
    expect(what).toBe('The call was removed from the history.')
    expect(await idsOf(history)).toEqual(['call-2'])
    changes.length = 0
    await undo()
    expect(await listOf(history, files, 'read')).toMatchObject([{}, { name: 'mine' }])
    expect(changes).toEqual([2])
  })

  it('clears all but what is pinned, and brings it back', async () => {
    const { history } = open()
    for (const number of [1, 2, 3]) history.keep(ended(number))
    await history.change(CallId.parse('call-2'), { isPinned: true })
    const { what, undo } = await history.clear(files, 'read')
    expect(what).toBe('2 calls were removed from the history.')
    expect(await idsOf(history)).toEqual(['call-2'])
    await undo()
    expect(await idsOf(history)).toEqual(['call-2', 'call-3', 'call-1'])
    expect(await history.read(CallId.parse('call-3'))).toMatchObject({ isCut: false })
  })

  it('does not keep what was removed beyond the next start', async () => {
    const { history, folder } = open()
    history.keep(ended(1))
    await history.clear(files, 'read')
    const next = open({ folder }).history
    next.keep(ended(2))
    await next.settled()
    expect(callSizes(folder)).toHaveLength(1)
  })

  it('leaves out a call that only a newer version understands, and says so', async () => {
    const { history, folder, complaints } = open()
    history.keep(ended(1))
    history.keep(ended(2))
    await history.settled()
    query(folder, `UPDATE call SET row = '{"version":2}' WHERE id = 'call-1' RETURNING id`)
    expect(await idsOf(history)).toEqual(['call-2'])
    expect(complaints).toEqual([expect.stringContaining('cannot be understood')])
    expect(callSizes(folder)).toHaveLength(2)
  })

  it('keeps calls apart, whatever tools and servers are called', async () => {
    const { history, folder } = open()
    const tool = '../../../../etc/passwd\0'
    const id = CallId.parse('../../escape')
    history.keep(ended(1, { id, tool }))
    expect(await listOf(history, files, tool)).toHaveLength(1)
    expect(await listOf(history, files, '../../../../etc/passwd')).toHaveLength(0)
    expect(callSizes(folder)).toHaveLength(1)
  })

  it('complains when it cannot be written, and goes on', async () => {
    const { history, folder, complaints } = open()
    const full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    query(folder, `CREATE TRIGGER full BEFORE INSERT ON call ${full}`)
    history.keep(ended(1))
    expect(await idsOf(history)).toEqual([])
    expect(complaints).toEqual([expect.stringMatching(/^A call cannot be kept in the history: /)])
  })

  it('brings back what was removed before the first call of a run', async () => {
    const { history, folder } = open()
    for (const number of [1, 2]) history.keep(ended(number))
    await history.settled()
    const next = open({ folder }).history
    const { undo } = await next.remove(CallId.parse('call-1'))
    const { undo: undoClear } = await next.clear(files, 'read')
    next.keep(ended(3))
    await next.settled()
    await undoClear()
    await undo()
    expect(await idsOf(next)).toEqual(['call-3', 'call-2', 'call-1'])
    expect(await next.read(CallId.parse('call-1'))).toMatchObject({ isCut: false })
  })

  it('says when what was removed cannot be brought back', async () => {
    const { history, folder } = open()
    history.keep(ended(1))
    const { undo } = await history.remove(CallId.parse('call-1'))
    query(folder, 'DELETE FROM call WHERE is_removed = 1 RETURNING id')
    await expect(undo()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps names and numbers as they are, whatever secret is in them', async () => {
    const redactor = new Redactor()
    redactor.add(['staging', '8080', 'result', 'meta'])
    const redact = (json: string): string => redactor.redactJson(json)
    const { history, folder, complaints, changes } = open({ redact })
    const serverId = ServerId.parse('user:staging')
    const tool = 'deploy_staging'
    await history.open({ serverId, tool, filter: '' })
    const outcome = { kind: 'result', result: { text: 'to staging' } } as const
    const meta = { to: 'staging' }
    history.keep(ended(1, { serverId, tool, tookMs: 12.80803, startedAt: 80801, meta, outcome }))
    history.keep(ended(2, { serverId, tool, outcome: { kind: 'timeout', afterMs: 80_800 } }))
    await history.settled()
    const next = open({ folder, redact })
    expect(await listOf(next.history, serverId, tool)).toMatchObject([
      { id: 'call-1', serverId, tool, startedAt: 80801, tookMs: 12.80803, meta: { to: '•••' } },
      { id: 'call-2', serverId, tool }
    ])
    expect(await next.history.read(CallId.parse('call-1'))).toMatchObject({
      outcome: { kind: 'result', result: { text: 'to •••' } }
    })
    expect(await next.history.read(CallId.parse('call-2'))).toMatchObject({
      outcome: { kind: 'timeout', afterMs: 80_800 }
    })
    await next.history.open({ serverId, tool, filter: '' })
    await next.history.change(CallId.parse('call-1'), { name: 'to staging' })
    expect(await listOf(next.history, serverId, tool)).toMatchObject([{ name: 'to •••' }, {}])
    expect([...changes, ...next.changes]).toEqual([2, 2])
    for (const path of filesBelow(folder)) {
      expect(readFileSync(path, 'utf8')).not.toContain('staging')
    }
    expect([...complaints, ...next.complaints]).toEqual([])
  })

  it('lists only the beginning of large arguments, and reads the whole', async () => {
    const { history, folder } = open()
    const large = { file: 'x'.repeat(100_000), path: '/a' }
    history.keep(ended(1, { arguments: large, meta: { trace: 'y' } }))
    history.keep(ended(2))
    const listed = await listOf(history, files, 'read')
    expect(listed).toMatchObject([
      { id: 'call-2', arguments: { number: 2 } },
      { id: 'call-1', hasLargeArguments: true, arguments: { path: '/a' } }
    ])
    expect(listed[0]).not.toHaveProperty('hasLargeArguments')
    expect(listed[1]?.argumentsBytes).toBeGreaterThan(100_000)
    expect(JSON.stringify(listed).length).toBeLessThan(4_000)
    const kept = await open({ folder }).history.read(CallId.parse('call-1'))
    expect(kept).toMatchObject({ arguments: large, meta: { trace: 'y' } })
    expect(kept).not.toHaveProperty('hasCutArguments')
  })

  it('cuts arguments that are too large to be kept, takes secrets out first, and says so', async () => {
    const redactor = new Redactor()
    redactor.add(['hunter2-hunter2'])
    const redact = (json: string): string => redactor.redactJson(json)
    const { history, folder, complaints } = open({ redact })
    const file = `${'x'.repeat(64 * 1024 - 4)}hunter2-hunter2${'x'.repeat(17_000_000)}`
    history.keep(ended(1, { arguments: { file } }))
    expect(await history.read(CallId.parse('call-1'))).toMatchObject({ hasCutArguments: true })
    expect(await idsOf(history)).toEqual(['call-1'])
    for (const size of callSizes(folder)) expect(size).toBeLessThan(1_100_000)
    for (const path of filesBelow(folder)) {
      expect(readFileSync(path, 'utf8')).not.toContain('hunt')
    }
    expect(complaints).toEqual([])
  })

  it('does not count what is pinned, so that it pushes nothing else out', async () => {
    const { history } = open({ limitBytes: 5_000 })
    const outcome = { kind: 'result', result: { text: 'x'.repeat(4_500) } } as const
    for (const number of [1, 2]) {
      history.keep(ended(number, { outcome }))
      await history.change(CallId.parse(`call-${number}`), { isPinned: true })
    }
    for (const number of [3, 4]) history.keep(ended(number))
    expect(await idsOf(history)).toEqual(['call-2', 'call-1', 'call-4', 'call-3'])
    await history.change(CallId.parse('call-1'), { isPinned: false })
    history.keep(ended(5))
    expect(await idsOf(history)).toEqual(['call-2', 'call-5', 'call-4', 'call-3'])
  })
})
