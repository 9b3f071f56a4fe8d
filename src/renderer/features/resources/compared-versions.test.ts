// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { ResourceReading } from '../../../shared/calls/exchange'
import type { Bridge } from '../../../shared/ipc/ipc-wire'
import { compareVersions } from './compared-versions'

const kept = new Map<number, Record<string, unknown>>()
const SHOWN_CHARS = 100

type Input = {
  readonly ref: { readonly seq: number }
  readonly pointer: string
  readonly from: number
  readonly length: number
  readonly isCompact?: boolean
}

/** Main as it answers about what it keeps: long texts are cut, and read page by page. */
const patchbay: Bridge = {
  request: async (route, inputJson) => {
    const { ref, pointer, from, length, isCompact } = JSON.parse(inputJson) as Input
    const result = kept.get(ref.seq)
    if (!result)
      return JSON.stringify({ ok: false, error: { code: 'NOT_FOUND', message: 'Gone.' } })
    if (route === 'body.outline') return JSON.stringify({ ok: true, value: outlineOf(result) })
    const text =
      pointer === '/contents/0/text'
        ? (result['contents'] as [{ text: string }])[0].text
        : JSON.stringify(result, null, isCompact === true ? 0 : 2)
    const value = { text: text.slice(from, from + length), totalChars: text.length }
    return JSON.stringify({ ok: true, value })
  },
  on: () => () => undefined,
  pathOf: () => ''
}

function outlineOf(result: object): object {
  const cuts: object[] = []
  const cut = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value.length <= SHOWN_CHARS) return value
    cuts.push({ pointer: '', kind: 'text', shown: SHOWN_CHARS, total: value.length })
    return value.slice(0, SHOWN_CHARS)
  }
  const value: unknown = JSON.parse(JSON.stringify(result, cut))
  return { value, cuts, totalChars: JSON.stringify(result).length }
}

beforeEach(() => {
  kept.clear()
  Object.assign(window, { patchbay })
})

function held(answerSeq: number, ...contents: readonly object[]): ResourceReading {
  kept.set(answerSeq, { contents })
  const outcome = { kind: 'held', isToolError: false } as const
  return { outcome, tookMs: 1, answerSeq, readAt: answerSeq, isCached: false }
}

function here(...contents: readonly object[]): ResourceReading {
  const outcome = { kind: 'result', result: { contents } } as const
  return { outcome, tookMs: 1, readAt: 1, isCached: false }
}

const content = (text: string): object => ({ uri: 'a://b', text })
const changedAt = (place: number, text: string): string =>
  `${text.slice(0, place)}!${text.slice(place + 1)}`

describe('two versions of a resource', () => {
  it('are compared whole, also where they are kept elsewhere', async () => {
    const text = 'x'.repeat(40_000)
    const changed = changedAt(20_000, text)
    const before = held(1, content(text))
    expect(await compareVersions(before, held(2, content(changed)))).toEqual({
      before: text,
      after: changed,
      language: 'plaintext'
    })
    expect(await compareVersions(here(content('short')), before)).toMatchObject({
      before: 'short',
      after: text
    })
  })

  it('are compared by their beginnings, and say so, where they are too large', async () => {
    const text = 'x'.repeat(2_500_000)
    const changed = changedAt(1_900_000, text)
    const compared = await compareVersions(held(1, content(text)), held(2, content(changed)))
    expect(compared.before).toBe(text.slice(0, 2_000_000))
    expect(compared.after).toBe(changed.slice(0, 2_000_000))
    expect(compared.totalChars).toBe(2_500_000)
  })

  it('are compared as JSON where one of them is too large and has several parts', async () => {
    const parts = [content('one'), content('x'.repeat(2_500_000))]
    const compared = await compareVersions(here(content('one')), held(2, ...parts))
    expect(compared.before).toBe(JSON.stringify({ contents: [content('one')] }, null, 2))
    expect(compared.after.startsWith('{\n  "contents": [\n')).toBe(true)
    expect(compared).toMatchObject({ language: 'json', totalChars: expect.any(Number) as number })
  })

  it('show what else is different where their texts are the same', async () => {
    const after = here({ ...content('same'), mimeType: 'text/markdown' })
    const compared = await compareVersions(here(content('same')), after)
    expect(compared.after).toContain('"mimeType": "text/markdown"')
    expect(compared.before).not.toBe(compared.after)
  })

  it('cannot be compared when one is no longer kept', async () => {
    const forgotten = held(1, content('x'))
    kept.clear()
    await expect(compareVersions(forgotten, here(content('x')))).rejects.toThrow('Gone.')
  })
})
