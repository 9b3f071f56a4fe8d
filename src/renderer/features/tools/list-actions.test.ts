import { describe, expect, it } from 'vitest'
import { groupedRows, groupsOf } from './group-tools'
import { actionOf } from './list-actions'

const tools = ['first', 'git_a', 'git_b', 'git_c', 'one', 'two', 'three', 'last'].map((name) => ({
  name
}))
const rows = groupedRows(tools, groupsOf(tools), new Set())
const folded = groupedRows(tools, groupsOf(tools), new Set(['git_']))

function press(key: string, active: number, list = rows) {
  return actionOf({ key, ctrlKey: false, metaKey: false, altKey: false }, list, active, 10)
}

describe('a key in the list of tools', () => {
  it('moves over headings as over tools', () => {
    expect(press('ArrowDown', 0)).toEqual({ kind: 'go', index: 1 })
    expect(press('End', 0)).toEqual({ kind: 'go', index: 8 })
  })

  it('folds and unfolds as in a tree', () => {
    expect(press('ArrowLeft', 1)).toEqual({ kind: 'fold', prefix: 'git_', isFolded: true })
    expect(press('ArrowLeft', 1, folded)).toBeUndefined()
    expect(press('ArrowRight', 1, folded)).toEqual({
      kind: 'fold',
      prefix: 'git_',
      isFolded: false
    })
    expect(press('ArrowRight', 1)).toEqual({ kind: 'go', index: 2 })
    expect(press('ArrowLeft', 3)).toEqual({ kind: 'go', index: 1 })
    expect(press('ArrowLeft', 0)).toBeUndefined()
  })

  it('goes on to the arguments with Enter, but folds a heading', () => {
    expect(press('Enter', 0)).toEqual({ kind: 'enter' })
    expect(press('Enter', 1)).toEqual({ kind: 'fold', prefix: 'git_', isFolded: true })
    expect(press('Enter', -1)).toBeUndefined()
  })

  it('is typed into the filter when it is a letter, and left alone with a modifier', () => {
    expect(press('g', 0)).toEqual({ kind: 'type', text: 'g' })
    expect(press('Escape', 0)).toBeUndefined()
    const withControl = { key: 'k', ctrlKey: true, metaKey: false, altKey: false }
    expect(actionOf(withControl, rows, 0, 10)).toBeUndefined()
  })
})
