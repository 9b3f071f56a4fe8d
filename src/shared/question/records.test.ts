import { describe, expect, it } from 'vitest'
import { SheetAnswer, WindowAnswer } from './answers'
import {
  type QuestionKind,
  type SheetKind,
  type WindowKind,
  ASKING_METHODS,
  judge,
  RECORDS
} from './records'
import type { SamplingAsk } from './sampling-kind'
import { SHEET_RECORDS } from './sheet-records'
import { WINDOW_RECORDS } from './window-records'

const SAMPLING: SamplingAsk = {
  kind: 'sampling',
  messages: [],
  modelHints: [],
  tools: [],
  more: {}
}
const blocks = (type: string) => ({ role: 'assistant', content: { type, text: '4' }, model: 'me' })

describe('the kinds of questions', () => {
  it('have a record each, or do not compile', () => {
    const { scopes: _, ...sheet } = SHEET_RECORDS
    const { trust: __, ...window } = WINDOW_RECORDS
    // @ts-expect-error a kind is missing
    const sheetRecords: Readonly<Record<SheetKind, object>> = sheet
    // @ts-expect-error a kind is missing
    const windowRecords: Readonly<Record<WindowKind, object>> = window
    const records: Readonly<Record<QuestionKind, object>> = RECORDS
    expect(Object.keys(records)).toEqual([
      ...Object.keys(sheetRecords),
      'scopes',
      'trust',
      ...Object.keys(windowRecords)
    ])
  })

  it('are answered only where they are shown', () => {
    const trusting = { kind: 'trust', decisions: { a: 'trust' } }
    const sharing = { kind: 'roots', isShared: true }
    const isTaken = [SheetAnswer, WindowAnswer].map((answer) =>
      [trusting, sharing].map((given) => answer.safeParse(given).success)
    )
    expect(isTaken).toEqual([
      [false, true],
      [true, false]
    ])
  })

  it('are known by the methods of servers', () => {
    expect([...ASKING_METHODS].toSorted()).toEqual([
      'consent/request',
      'elicitation/create',
      'roots/list',
      'sampling/createMessage'
    ])
  })
})

describe('an answer to a question', () => {
  it('counts as forced only where it does not fit', () => {
    const given = { kind: 'sampling', result: blocks('text'), isForced: true } as const
    const bad = { ...given, result: blocks('foo') }
    expect(judge(SAMPLING, given)).toEqual({ answer: { kind: 'sampling', result: given.result } })
    expect(judge(SAMPLING, bad)).toEqual({ answer: bad })
    expect(judge(SAMPLING, { kind: 'sampling', result: bad.result })).toMatchObject({
      misfit: expect.stringContaining('content.type is "foo"') as string
    })
  })

  it('is judged by the revision of the session', () => {
    const result = { ...blocks('text'), content: [{ type: 'text', text: '4' }] }
    const answer = { kind: 'sampling', result } as const
    expect(judge({ ...SAMPLING, revision: '2025-06-18' }, answer)).toHaveProperty('misfit')
    expect(judge({ ...SAMPLING, revision: '2025-11-25' }, answer)).toEqual({ answer })
  })

  it('has to be of its kind', () => {
    expect(judge(SAMPLING, { kind: 'roots', isShared: true })).toEqual({
      misfit:
        'This is not an answer to what was asked. The answer is about roots, and the question is about sampling.'
    })
  })

  it('cannot be forced without what every server needs', () => {
    const answer = { kind: 'sampling', result: { content: {} }, isForced: true } as const
    expect(judge(SAMPLING, answer)).toHaveProperty('misfit')
  })
})
