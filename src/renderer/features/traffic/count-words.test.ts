import { expect, it } from 'vitest'
import { describeCount } from './count-words'

it('says how many match of how many', () => {
  expect(describeCount({ matched: 1_204, total: 1_000_000 }, true)).toBe('1,204 of 1,000,000')
})

it('says without a filter how many entries there are, also where rows stand for several', () => {
  expect(describeCount({ matched: 1, total: 1 }, false)).toBe('1 entry')
  expect(describeCount({ matched: 6, total: 1_012 }, false)).toBe('6 rows of 1,012 entries')
})
