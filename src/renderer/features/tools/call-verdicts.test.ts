import { describe, expect, it } from 'vitest'
import type { CallId } from '../../../shared/ids'
import type { Tool } from '../../../shared/catalogue'
import { callVerdicts } from './call-verdicts'
import type { LoadedResult } from './use-result'

const object = { type: 'object', properties: { a: { type: 'number' } } } as const
const tool = { name: 'add', inputSchema: object, outputSchema: object } as unknown as Tool
const body = { ref: { callId: 'a' as CallId }, pointer: '', cuts: [] }
const result = { content: [], structuredContent: { a: 'text' } }
const whole: LoadedResult = { kind: 'result', result, body, isWhole: true }

const judged = (loaded: LoadedResult, isCut = false) =>
  callVerdicts({ arguments: { a: 'text' }, tool, hasEnded: true, loaded, isCut })
    .filter(({ kind }) => kind === 'wrong')
    .map(({ about }) => about)

describe('callVerdicts', () => {
  it('judges what was sent and what came', () => {
    expect(judged(whole)).toEqual(['input', 'output'])
  })

  it.each<[string, LoadedResult, boolean]>([
    ['too large', { ...whole, isWhole: false }, false],
    ['cut', whole, true],
    ['gone', { kind: 'gone', why: 'It is gone.' }, false],
    ['no result', { kind: 'none' }, false]
  ])('judges what was sent when what came is %s', (_why, loaded, isCut) => {
    expect(judged(loaded, isCut)).toEqual(['input'])
  })

  it('judges nothing while the call runs', () => {
    const running = { arguments: {}, tool, hasEnded: false, isCut: false } as const
    expect(callVerdicts({ ...running, loaded: { kind: 'none' } })).toEqual([])
  })
})
