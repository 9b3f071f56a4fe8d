import { describe, expect, it } from 'vitest'
import { oddityOf, otherMembers } from './odd-results'

describe('oddityOf', () => {
  it('finds nothing odd in a result with a list of content, however empty', () => {
    expect(oddityOf({ content: [] })).toBeUndefined()
  })

  it.each([
    ['just text', /is a text/],
    [[1], /is a list/],
    [null, /not an object/],
    [{}, /empty object/],
    [{ structuredContent: {} }, /no content/],
    [{ content: 'text' }, /not a list/],
    [{ content: { type: 'text', text: 'x' } }, /not a list/]
  ])('says what is odd about %j', (result, words) => {
    expect(oddityOf(result)).toMatch(words)
  })
})

it('tells what is in a result beside what is shown elsewhere', () => {
  expect(otherMembers({ content: [], isError: true, structuredContent: 1 })).toBeUndefined()
  expect(otherMembers({ content: [], _meta: { a: 1 }, extra: 2 })).toEqual({
    _meta: { a: 1 },
    extra: 2
  })
})
