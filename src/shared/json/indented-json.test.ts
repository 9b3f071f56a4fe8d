import { expect, it } from 'vitest'
import fc from './properties-testing'
import { isLongerThan, jsonForPeople } from './indented-json'

const nested = (depth: number, leaves: number): unknown =>
  JSON.parse(`${'['.repeat(depth)}${'0,'.repeat(leaves)}0${']'.repeat(depth)}`)

it('lays out what is small, and does not make much of little', () => {
  expect(jsonForPeople({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
  const small = nested(1_000, 2_000)
  expect(jsonForPeople(small)).toBe(JSON.stringify(small))
})

it('does not take what is longer than it may be for shorter, by more than escapes and commas', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2_000), (value, most) => {
      const { length } = JSON.stringify(value, null, 2)
      if (isLongerThan(value, most)) expect(length * 4).toBeGreaterThan(most)
      else expect(length).toBeLessThanOrEqual(7 * most + 10)
    })
  )
})

it('is found out without laying it out', () => {
  expect(isLongerThan(nested(5_000, 100_000), 4_000_000)).toBe(true)
  expect(isLongerThan('a'.repeat(100), 50)).toBe(true)
  expect(isLongerThan({ ['a'.repeat(100)]: 1 }, 50)).toBe(true)
})
