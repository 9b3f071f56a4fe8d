import { expect, it } from 'vitest'
import { matchResources } from './match-resources'

const items = [
  { uri: 'demo://a/Readme.md', mimeType: 'text/markdown' },
  { name: 'b', title: 'The big one', description: 7 }
]

it('finds all words anywhere, in any case', () => {
  expect(matchResources(items, 'readme MARK')).toEqual([items[0]])
  expect(matchResources(items, 'big b')).toEqual([items[1]])
  expect(matchResources(items, 'readme big')).toEqual([])
})

it('keeps the list itself when nothing is looked for', () => {
  expect(matchResources(items, '  ')).toBe(items)
})
