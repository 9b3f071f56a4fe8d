import { expect, it } from 'vitest'
import { markedParts } from './filter-words'

it('marks what the filter found, however often, and nothing else', () => {
  const parts = markedParts('get_Get', ['get'])
  expect(parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')).toBe(
    '[get]_[Get]'
  )
  expect(markedParts('İx', ['x'])).toEqual([{ text: 'İx', isFound: false }])
})
