import { expect, it } from 'vitest'
import { rankItem } from './rank-item'

it('puts a name with the very words before one that has their letters', () => {
  const rank = (label: string) => rankItem(`Group ${label}`, 'demo echo', label)
  expect(rank('Watch demo for changes')).toBe(0)
  expect(rank('demo › echo')).toBeGreaterThan(rank('demo › reecho'))
})

it('still finds names by their letters alone', () => {
  expect(rankItem('Servers Open demo', 'opdm', 'Open demo')).toBeGreaterThan(0)
  expect(rankItem('Servers Open demo', 'xyz', 'Open demo')).toBe(0)
})
