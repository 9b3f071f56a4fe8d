import { expect, it } from 'vitest'
import { whyNotSaved, withFilter, withoutFilter } from './saved-filters'

const SLOW = { name: 'slow', query: 'is:slow' }

it('keeps filters by their names, each of them once', () => {
  const two = withFilter([SLOW], { name: ' errors ', query: ' is:error ' })
  expect(two).toEqual([{ name: 'errors', query: 'is:error' }, SLOW])
  expect(withFilter(two, { name: 'slow', query: 'took:>2s' })).toEqual([
    { name: 'errors', query: 'is:error' },
    { name: 'slow', query: 'took:>2s' }
  ])
  expect(withoutFilter(two, 'errors')).toEqual([SLOW])
})

it('says why a filter cannot be saved', () => {
  expect(whyNotSaved([], 'is:error', true)).toBeUndefined()
  expect(whyNotSaved([], ' ', true)).toContain('Write a filter first')
  expect(whyNotSaved([], 'is:eror', false)).toContain('correct it first')
})
