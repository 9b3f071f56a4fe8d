// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Cut } from '../../../../shared/calls/body'
import { wholeJson } from './use-body-text'

/** Answers like main does, which has this text. */
function keep(text: string, totalChars = text.length): void {
  const request = async (_route: string, input: string): Promise<string> => {
    const { from, length } = JSON.parse(input) as { from: number; length: number }
    return JSON.stringify({
      ok: true,
      value: { text: text.slice(from, from + length), totalChars }
    })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
}

const cut = (pointer: string): Cut => ({ pointer, kind: 'text', shown: 1, total: 1_000 })
const bodyWith = (...cuts: Cut[]) => ({ ref: { seq: 1 }, pointer: '/a', cuts })

describe('wholeJson', () => {
  it('is what is here, where nothing of it was cut', async () => {
    expect(await wholeJson({ b: 1 }, bodyWith(cut('/ab'), cut('')))).toBe('{\n  "b": 1\n}')
    expect(await wholeJson({ b: 1 }, undefined)).toBe('{\n  "b": 1\n}')
  })

  it('is what main has, where something in it was cut', async () => {
    keep('{ "b": "whole" }')
    expect(await wholeJson({ b: 'w' }, bodyWith(cut('/a/b')))).toBe('{ "b": "whole" }')
  })

  it('is never a part of it', async () => {
    keep('{ "b": "who', 50_000_000)
    await expect(wholeJson({ b: 'w' }, bodyWith(cut('/a/b')))).rejects.toThrow('too large')
  })
})
