import { describe, expect, it } from 'vitest'
import { claimsOf } from './catalogue'

function claims(annotations: unknown): readonly string[] {
  return claimsOf({ name: 'tool', annotations })
}

describe('what a server claims about a tool', () => {
  it('is also that it does no harm, which is not so unless it is said', () => {
    expect(claims({ destructiveHint: false, openWorldHint: false })).toEqual([
      'not destructive',
      'closed world'
    ])
    expect(claims({ destructiveHint: true, openWorldHint: true, idempotentHint: true })).toEqual([
      'destructive',
      'idempotent',
      'open world'
    ])
  })

  it('does not say twice that what only reads destroys nothing', () => {
    expect(claims({ readOnlyHint: true, destructiveHint: false })).toEqual(['read-only'])
    expect(claims({ readOnlyHint: true, destructiveHint: true })).toEqual([
      'read-only',
      'destructive'
    ])
  })

  it.each([
    [undefined],
    [null],
    ['read-only'],
    [{}],
    [{ readOnlyHint: false }],
    [{ openWorldHint: 0 }]
  ])('is nothing in %j', (annotations) => {
    expect(claims(annotations)).toEqual([])
  })
})
