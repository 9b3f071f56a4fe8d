import { describe, expect, it } from 'vitest'
import { actionOf } from './list-actions'
import type { ListRow } from './list-row'

const rows: readonly ListRow[] = [
  { id: 'first', depth: 0 },
  { id: 'heading', depth: 0, folder: { isOpen: true, count: 3 }, isHeading: true },
  { id: 'both', depth: 1, folder: { isOpen: true, count: 1 } },
  { id: 'inner', depth: 2 },
  { id: 'second', depth: 1 },
  { id: 'folded', depth: 0, folder: { isOpen: false, count: 9 }, isHeading: true },
  { id: 'last', depth: 0 }
]

function at(id: string): number {
  return rows.findIndex((row) => row.id === id)
}

function press(key: string, id: string, list = rows) {
  return actionOf({ key, ctrlKey: false, metaKey: false, altKey: false }, list, at(id), 10)
}

describe('a key in a list', () => {
  it('moves over headings as over what can be chosen', () => {
    expect(press('ArrowDown', 'first')).toEqual({ kind: 'go', index: 1 })
    expect(press('End', 'first')).toEqual({ kind: 'go', index: 6 })
    expect(press('ArrowDown', 'nothing')).toEqual({ kind: 'go', index: 0 })
  })

  it('goes down into what is open and opens what is folded', () => {
    expect(press('ArrowRight', 'heading')).toEqual({ kind: 'go', index: at('both') })
    expect(press('ArrowRight', 'folded')).toEqual({ kind: 'fold', index: at('folded') })
    expect(press('ArrowRight', 'inner')).toBeUndefined()
  })

  it('folds what is open and goes up from what is below', () => {
    expect(press('ArrowLeft', 'both')).toEqual({ kind: 'fold', index: at('both') })
    expect(press('ArrowLeft', 'inner')).toEqual({ kind: 'go', index: at('both') })
    expect(press('ArrowLeft', 'second')).toEqual({ kind: 'go', index: at('heading') })
    expect(press('ArrowLeft', 'folded')).toBeUndefined()
    expect(press('ArrowLeft', 'first')).toBeUndefined()
  })

  it('is done choosing with Enter or Space, but folds a heading', () => {
    expect(press('Enter', 'first')).toEqual({ kind: 'enter' })
    expect(press(' ', 'both')).toEqual({ kind: 'enter' })
    expect(press('Enter', 'heading')).toEqual({ kind: 'fold', index: at('heading') })
    expect(press('Enter', 'nothing')).toBeUndefined()
  })

  it('is typed into the filter when it is a letter, and left alone with a modifier', () => {
    expect(press('g', 'first')).toEqual({ kind: 'type', text: 'g' })
    expect(press('Escape', 'first')).toBeUndefined()
    expect(press('/', 'first')).toBeUndefined()
    const withControl = { key: 'Enter', ctrlKey: true, metaKey: false, altKey: false }
    expect(actionOf(withControl, rows, 0, 10)).toBeUndefined()
  })
})
