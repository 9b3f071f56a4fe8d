import { expect, it } from 'vitest'
import { matching } from './matching'

const items = [
  { uri: 'demo://a/Readme.md', mimeType: 'text/markdown' },
  { name: 'b', title: 'The big one', description: 7 }
]

it('finds all words anywhere, in any case', () => {
  expect(matching(items, 'readme MARK')).toEqual([items[0]])
  expect(matching(items, 'big b')).toEqual([items[1]])
  expect(matching(items, 'readme big')).toEqual([])
})

it('keeps the list itself when nothing is looked for', () => {
  expect(matching(items, '  ')).toBe(items)
})
