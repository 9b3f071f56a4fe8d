import { expect, it } from 'vitest'
import { describeCount } from './count-words'

it('says how many match of how many', () => {
  expect(describeCount({ matched: 1_204, total: 1_000_000, hidden: 7 }, true)).toBe(
    '1,204 of 1,000,000'
  )
})

it('says without a filter how many entries there are, also where rows stand for several', () => {
  const said = (matched: number, total: number, hidden = 0): string =>
    describeCount({ matched, total, hidden }, false)
  expect(said(1, 1)).toBe('1 entry')
  expect(said(6, 1_012)).toBe('6 rows of 1,012 entries')
  expect(said(6, 10, 4)).toBe('6 entries')
})
