import { describe, expect, it } from 'vitest'
import { CLOSED, pressKey, withSuggestions } from './combobox'

const open = (active: number) => ({ isOpen: true, active })

describe('a field with suggestions', () => {
  it('opens with the arrow keys, at the end they point from', () => {
    expect(pressKey(CLOSED, 'ArrowDown', 3)).toEqual({ next: open(0) })
    expect(pressKey(CLOSED, 'ArrowUp', 3)).toEqual({ next: open(2) })
  })

  it('goes round at both ends', () => {
    expect(pressKey(open(2), 'ArrowDown', 3)).toEqual({ next: open(0) })
    expect(pressKey(open(0), 'ArrowUp', 3)).toEqual({ next: open(2) })
  })

  it('takes a suggestion with Enter only once one was moved to', () => {
    expect(pressKey(withSuggestions(3, true), 'Enter', 3)).toBeUndefined()
    expect(pressKey(open(1), 'Enter', 3)).toEqual({ next: CLOSED, taken: 1 })
  })

  it('does not take a suggestion that is gone', () => {
    expect(pressKey(open(5), 'Enter', 2)).toBeUndefined()
  })

  it('leaves Escape to others when there is nothing to close', () => {
    expect(pressKey(open(1), 'Escape', 3)).toEqual({ next: CLOSED })
    expect(pressKey(CLOSED, 'Escape', 3)).toBeUndefined()
  })

  it('leaves the arrows to the field when there is nothing to suggest', () => {
    expect(pressKey(CLOSED, 'ArrowDown', 0)).toBeUndefined()
  })

  it('does not open under a cursor that is elsewhere', () => {
    expect(withSuggestions(3, false)).toEqual(CLOSED)
  })
})
