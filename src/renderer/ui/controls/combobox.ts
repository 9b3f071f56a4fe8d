/** What keys do to a field with suggestions, apart from any window. */

export type Combobox = {
  readonly isOpen: boolean
  /** The suggestion that Enter would take; -1 when it would take none. */
  readonly active: number
}

export const CLOSED: Combobox = { isOpen: false, active: -1 }

export type Pressed = {
  readonly next: Combobox
  /** The suggestion that was taken. */
  readonly taken?: number
}

/** Undefined when the key is none of ours: it does then what it does in any field. */
export function pressKey(box: Combobox, key: string, count: number): Pressed | undefined {
  switch (key) {
    case 'ArrowDown':
      if (count === 0) return undefined
      return { next: { isOpen: true, active: box.isOpen ? (box.active + 1) % count : 0 } }
    case 'ArrowUp':
      if (count === 0) return undefined
      return { next: { isOpen: true, active: box.active > 0 ? box.active - 1 : count - 1 } }
    case 'Enter':
      if (!box.isOpen || box.active < 0 || box.active >= count) return undefined
      return { next: CLOSED, taken: box.active }
    case 'Escape':
      return box.isOpen ? { next: CLOSED } : undefined
    default:
      return undefined
  }
}

/** New suggestions are shown, but Enter takes none of them until the person has moved to one. */
export function withSuggestions(count: number, isFocused: boolean): Combobox {
  return { isOpen: isFocused && count > 0, active: -1 }
}
