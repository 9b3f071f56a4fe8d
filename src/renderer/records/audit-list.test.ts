// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../shared/traffic/audit'
import type { ListCount } from '../../shared/traffic/list'
import { AUDIT, growAudit } from './audit-list'
import { RecordList, rowIn } from './record-list'

type Asked = { readonly route: string; readonly input: { until?: number; from?: number } }

let newest = 250
let version = 0
let asked: Asked[] = []

function countTo(until: number): ListCount {
  return { version, matched: until, total: until, lastSeq: until, isComplete: true }
}

function recordsTo(until: number, from: number, count: number): readonly AuditRecord[] {
  return Array.from({ length: Math.max(0, Math.min(count, until - from)) }, (_, at) => ({
    id: until - from - at,
    time: 0,
    kind: 'note',
    method: 'patchbay/trust',
    status: 'ok'
  }))
}

/** Answers as main does, with records that are numbered from the newest. */
beforeEach(() => {
  newest = 250
  version = 0
  asked = []
  const request = async (route: string, json: string): Promise<string> => {
    const input = JSON.parse(json) as Asked['input'] & { readonly count?: number }
    asked.push({ route, input })
    const { until = newest, from = 0, count = 0 } = input
    const page = { count: countTo(until), rows: recordsTo(until, from, count) }
    const value = route === 'audit.open' ? { viewId: 1, count: countTo(newest) } : page
    return JSON.stringify({ ok: true, value })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
})

async function shown() {
  const list = new RecordList(AUDIT, { query: { text: '' }, isGrouped: false })
  await expect.poll(() => list.current().rows.length).toBeGreaterThan(0)
  return list
}

/** A record was written, and main says so: with the rows at the end of a list that shows them. */
function write(rows?: readonly AuditRecord[]): void {
  version++
  const end = rows && { from: 0, rows }
  growAudit([{ viewId: 1, count: countTo(++newest), ...(end && { end }) }])
}

describe('the list of records', () => {
  it('reads what is in view, and the rest when that is', async () => {
    const list = await shown()
    expect(list.current().count?.matched).toBe(250)
    expect(rowIn(list.current(), 0)?.id).toBe(250)
    expect(rowIn(list.current(), 240)).toBeUndefined()
    list.want(230, 250)
    await expect.poll(() => rowIn(list.current(), 249)?.id).toBe(1)
    expect(asked.map(({ route }) => route)).toEqual(['audit.open', 'audit.rows', 'audit.rows'])
  })

  it('shows the newest records that it is sent while those are looked at, and asks for nothing', async () => {
    const list = await shown()
    list.want(0, 20, () => ({ isAtEnd: true }))
    asked = []
    write(recordsTo(251, 0, 160))
    list.want(0, 20, () => ({ isAtEnd: true }))
    expect([rowIn(list.current(), 0)?.id, asked]).toEqual([251, []])
  })

  it('stays at the record up to which it was read, until the newest is wanted', async () => {
    const list = await shown()
    list.want(5, 25, () => ({ isAtEnd: false }))
    asked = []
    write()
    await expect.poll(() => asked.map(({ input }) => input.until)).toEqual([250])
    expect([list.current().count?.lastSeq, list.current().isHeld]).toEqual([250, true])
    expect(rowIn(list.current(), 0)?.id).toBe(250)
    list.goOn()
    await expect.poll(() => rowIn(list.current(), 0)?.id).toBe(251)
    expect([list.current().count?.lastSeq, list.current().isHeld]).toEqual([251, undefined])
  })

  it('goes on by itself when you are back at the newest record', async () => {
    const list = await shown()
    list.want(5, 25, () => ({ isAtEnd: false }))
    write()
    list.want(0, 20, () => ({ isAtEnd: true }))
    await expect.poll(() => rowIn(list.current(), 0)?.id).toBe(251)
  })

  it('says what kept it from being read, and reads it when it can', async () => {
    const { request } = window.patchbay
    const refuse = async (): Promise<string> =>
      JSON.stringify({ ok: false, error: { code: 'STORAGE', message: 'It is gone.' } })
    Object.assign(window.patchbay, { request: refuse })
    const list = new RecordList(AUDIT, { query: { text: '' }, isGrouped: false })
    await expect.poll(() => list.current().failure).toBe('It is gone.')
    Object.assign(window.patchbay, { request })
    list.retry()
    await expect.poll(() => list.current().count?.matched).toBe(250)
    expect(list.current().failure).toBeUndefined()
  })
})
