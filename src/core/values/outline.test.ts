import { describe, expect, it } from 'vitest'
import { outlineFrom, outlineOf, pointedAt } from './outline'

describe('outlineOf', () => {
  it('leaves what is small as it is', () => {
    const value = { a: [1, 'two', null, { b: false }], '': {} }
    expect(outlineOf(value)).toEqual({ value, cuts: [] })
  })

  it('cuts long texts, lists and objects, and says where and how much', () => {
    const members = Array.from({ length: 300 }, (_, index) => [`m${index}`, index])
    const value = {
      text: 'x'.repeat(10_000),
      list: Array.from({ length: 1_000 }, (_, index) => index),
      'a/b~c': Object.fromEntries(members) as unknown
    }
    const { cuts, value: outlined } = outlineOf(value)
    expect(cuts).toEqual([
      { pointer: '/text', kind: 'text', shown: 8_192, total: 10_000 },
      { pointer: '/list', kind: 'list', shown: 200, total: 1_000 },
      { pointer: '/a~1b~0c', kind: 'object', shown: 200, total: 300 }
    ])
    expect((outlined as typeof value).list).toEqual(value.list.slice(0, 200))
    expect(pointedAt(value, '/a~1b~0c/m299')).toBe(299)
  })

  it('never cuts a character in two', () => {
    const { value, cuts } = outlineOf(`${'x'.repeat(8_191)}😀 and more`)
    expect(value).toBe('x'.repeat(8_191))
    expect(cuts).toMatchObject([{ shown: 8_191 }])
  })

  it('stays small, and has what is near the top even when what is below fills it', () => {
    const rows = Array.from({ length: 200 }, () => ({ text: 'y'.repeat(8_000) }))
    const { value, cuts } = outlineOf({ deep: { rows }, last: 'here' })
    expect(JSON.stringify(value).length).toBeLessThan(300_000)
    expect(value).toMatchObject({ last: 'here' })
    expect(cuts.length).toBeGreaterThan(100)
  })

  it('survives what is nested ten thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`)
    const { value, cuts } = outlineOf(deep)
    expect(cuts).toMatchObject([{ kind: 'list', shown: 0, total: 1 }])
    expect(() => JSON.stringify(value)).not.toThrow()
  })

  it('takes __proto__ for a member like any other', () => {
    const value: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}')
    const outlined = outlineOf(value).value as object
    expect(JSON.stringify(outlined)).toBe('{"__proto__":{"isAdmin":true},"constructor":1}')
    expect('isAdmin' in outlined).toBe(false)
    expect(pointedAt({}, '/constructor')).toBeUndefined()
  })

  it('does not take a name that is longer than everything', () => {
    const { value, cuts } = outlineOf({ ['k'.repeat(1_000_000)]: 1, b: 2 })
    expect(value).toEqual({})
    expect(cuts).toEqual([{ pointer: '', kind: 'object', shown: 0, total: 2 }])
  })
})

describe('outlineFrom', () => {
  it('goes on where an outline was cut, and tells cuts by their place in the whole', () => {
    const whole = Array.from({ length: 450 }, (_, index) => ({ index, text: 'x'.repeat(9_000) }))
    const { value, cuts } = outlineFrom(whole, 440)
    expect((value as { index: number }[]).map(({ index }) => index)).toEqual([
      440, 441, 442, 443, 444, 445, 446, 447, 448, 449
    ])
    expect(cuts[0]).toEqual({ pointer: '/440/text', kind: 'text', shown: 8_192, total: 9_000 })
    const next = outlineFrom(Array(5_000).fill(0), 200)
    expect(next.cuts).toEqual([{ pointer: '', kind: 'list', shown: 400, total: 5_000 }])
  })

  it('leaves out the first members of an object', () => {
    expect(outlineFrom({ a: 1, b: 2, c: 3 }, 1)).toEqual({ value: { b: 2, c: 3 }, cuts: [] })
  })
})
