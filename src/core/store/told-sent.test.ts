import { describe, expect, it } from 'vitest'
import { toldSent } from './told-sent'

describe('what was sent with a call', () => {
  it('is passed on as it is while it is small', () => {
    const call = { arguments: { list: Array.from({ length: 5_000 }, (_, n) => n) }, meta: { a: 1 } }
    expect(toldSent(call)).toBe(call)
  })

  it.each([
    ['a long text', { file: 'x'.repeat(2_000_000) }],
    ['many small things', { list: Array.from({ length: 500_000 }, (_, n) => ({ n })) }],
    ['what is long together', { texts: Array.from({ length: 100 }, () => 'x'.repeat(100_000)) }]
  ])('is cut down to its beginning when it is %s', (_what, args) => {
    const told = toldSent({ arguments: args, meta: { a: 1 } })
    expect(JSON.stringify(told).length).toBeLessThan(10_000)
    expect(told).toMatchObject({ hasLargeArguments: true })
    expect(told).not.toHaveProperty('meta')
  })

  it('counts the meta of the person too', () => {
    const told = toldSent({ arguments: {}, meta: { trace: 'x'.repeat(2_000_000) } })
    expect(told).toEqual({ arguments: {}, hasLargeArguments: true })
  })
})
