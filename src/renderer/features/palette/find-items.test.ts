import { expect, it } from 'vitest'
import { findItems } from './find-items'
import type { Item } from './palette-items'

const item = (group: string, label: string): Item => ({ group, label, run: () => undefined })
const tools = Array.from({ length: 2_000 }, (_none, index) => item('Tools', `demo › tool ${index}`))
const all = [item('Servers', 'demo'), ...tools, item('Commands', 'Settings')]

function labels(search: string): readonly string[] {
  return findItems(all, search).groups.flatMap(([, found]) => found.map(({ label }) => label))
}

it('shows a part of everything, the commands too, and says how many more there are', () => {
  const { groups, more } = findItems(all, '')
  expect(groups.map(([group]) => group)).toEqual(['Servers', 'Tools', 'Commands'])
  expect([labels('').length, more]).toEqual([100, 1_902])
})

it('finds what is beyond that part by its name, the best first', () => {
  expect(labels('tool 1999')[0]).toBe('demo › tool 1999')
  expect(labels('settings')).toEqual(['Settings'])
  expect(findItems(all, 'tool').more).toBe(1_900)
})

it('finds commands by their grey text, by other words and in the singular', () => {
  const run = (): void => undefined
  const commands: readonly Item[] = [
    { group: 'Tools', label: 'files › directory_tree', hint: 'Directory tree', run },
    { group: 'Definitions', label: 'Diagnose files', otherWords: 'doctor', run },
    { group: 'Commands', label: 'Trust list', hint: 'in Settings', run },
    { group: 'Commands', label: 'Policies', hint: 'what is set about calls', run }
  ]
  const first = ['doctor', 'settings tr', 'policy', 'doctor files'].map(
    (search) => findItems(commands, search).groups[0]?.[1][0]?.label
  )
  expect(first).toEqual(['Diagnose files', 'Trust list', 'Policies', 'Diagnose files'])
})
