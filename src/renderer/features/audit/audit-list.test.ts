// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { AuditList, recordAt, type Listed } from './audit-list'

type Asked = { readonly route: string; readonly input: { until?: number; from?: number } }

let newest = 250
let asked: Asked[] = []

/** Answers as main does, with records that are numbered from the newest. */
beforeEach(() => {
  newest = 250
  asked = []
  const request = async (route: string, json: string): Promise<string> => {
    const input = JSON.parse(json) as Asked['input']
    asked.push({ route, input })
    const { until = newest, from = 0 } = input
    const value =
      route === 'audit.count'
        ? { until, matched: until, total: until }
        : Array.from({ length: Math.min(100, until - from) }, (_, at) => ({
            id: until - from - at
          }))
    return JSON.stringify({ ok: true, value })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
})

function listFor() {
  const seen: Listed[] = []
  const list = new AuditList({ text: '' }, false, (listed) => seen.push(listed))
  return { list, seen }
}

describe('the list of records', () => {
  it('reads what is in view, and the rest when that is', async () => {
    const { list, seen } = listFor()
    list.refresh('newest')
    await expect.poll(() => seen.at(-1)?.count?.matched).toBe(250)
    expect(recordAt(seen.at(-1) as Listed, 0)?.id).toBe(250)
    expect(recordAt(seen.at(-1) as Listed, 240)).toBeUndefined()
    list.want(230, 250)
    await expect.poll(() => recordAt(seen.at(-1) as Listed, 249)?.id).toBe(1)
    expect(asked.map(({ route }) => route)).toEqual(['audit.count', 'audit.rows', 'audit.rows'])
  })

  it('stays at the record up to which it was read, until the newest is wanted', async () => {
    const { list, seen } = listFor()
    list.refresh('newest')
    await expect.poll(() => seen.length).toBe(1)
    newest = 251
    list.refresh('same')
    await expect.poll(() => seen.length).toBe(2)
    expect(seen.at(-1)?.count?.until).toBe(250)
    list.refresh('newest')
    await expect.poll(() => seen.at(-1)?.count?.until).toBe(251)
    expect(recordAt(seen.at(-1) as Listed, 0)?.id).toBe(251)
  })

  it('says what kept it from being read, and reads it when it can', async () => {
    const { list, seen } = listFor()
    const { request } = window.patchbay
    const refuse = async (): Promise<string> =>
      JSON.stringify({ ok: false, error: { code: 'STORAGE', message: 'It is gone.' } })
    Object.assign(window.patchbay, { request: refuse })
    list.refresh('newest')
    await expect.poll(() => seen.at(-1)?.failure).toBe('It is gone.')
    Object.assign(window.patchbay, { request })
    list.refresh('newest')
    await expect.poll(() => seen.at(-1)?.count?.matched).toBe(250)
    expect(seen.at(-1)?.failure).toBeUndefined()
  })
})
