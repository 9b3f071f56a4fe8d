import { describe, expect, it } from 'vitest'
import { isTooDeep, withoutDepths } from './nesting'

function nested(levels: number): unknown {
  return JSON.parse(`${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`)
}

describe('isTooDeep', () => {
  it('lets through what can be written as JSON, and not what cannot', () => {
    expect([0, 2, 100, 200, 202, 20_000].map((levels) => isTooDeep(nested(levels)))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true
    ])
  })
})

describe('withoutDepths', () => {
  it('leaves null where it went too deep, and everything else as it is', () => {
    const value = { name: 'deep', ['__proto__']: 1, schema: nested(20_000), list: [1, [2, 3]] }
    const cut = withoutDepths(value, 4) as Record<string, unknown>
    expect(cut).toEqual({ ...value, schema: { a: [{ a: null }] } })
    expect(Object.keys(cut)).toEqual(Object.keys(value))
    expect(() => JSON.stringify(withoutDepths(value))).not.toThrow()
  })
})
