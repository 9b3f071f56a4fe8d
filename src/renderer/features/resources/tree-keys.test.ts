import { expect, it } from 'vitest'
import { rowsOf } from './resource-tree'
import { stepOf } from './tree-keys'

const resources = ['a://b/x/1', 'a://b/x/2', 'a://b/y'].map((uri) => ({ uri }))
const all = rowsOf({ resources, templates: [], closed: new Set(), isFlat: false })
const folded = rowsOf({
  resources,
  templates: [],
  closed: new Set(['folder a://b/x/']),
  isFlat: false
})

it('goes down into an open folder and opens a closed one', () => {
  expect(stepOf(all, 1, 'ArrowRight')).toEqual({ move: 2 })
  expect(stepOf(folded, 1, 'ArrowRight')).toEqual({ toggle: 'folder a://b/x/' })
  expect(stepOf(all, 2, 'ArrowRight')).toBeUndefined()
})

it('closes an open folder and goes up from what is in one', () => {
  expect(stepOf(all, 1, 'ArrowLeft')).toEqual({ toggle: 'folder a://b/x/' })
  expect(stepOf(all, 3, 'ArrowLeft')).toEqual({ move: 1 })
  expect(stepOf(all, 4, 'ArrowLeft')).toEqual({ move: 0 })
  expect(stepOf(folded, 0, 'ArrowLeft')).toEqual({ toggle: 'folder a://b/' })
})

it('moves by rows, and nowhere in an empty tree', () => {
  expect(stepOf(all, -1, 'ArrowDown')).toEqual({ move: 0 })
  expect(stepOf(all, 0, 'End')).toEqual({ move: 4 })
  expect(stepOf([], -1, 'ArrowDown')).toBeUndefined()
})
