/** The rows of the list as the page has them: where the cursor is, and what is next to it. */
import type { ServerId } from '../../../shared/protocol/ids'

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-server-row]')]
}

/** Once it is drawn. */
export function focusRow(serverId: ServerId): void {
  requestAnimationFrame(() =>
    rows()
      .find(({ dataset }) => dataset['serverRow'] === serverId)
      ?.focus()
  )
}

/**
 * The row that has the cursor because another row was removed. Nobody chose it, so a second Del
 * must not remove it without a question.
 */
let landedId: ServerId | undefined

export function landOn(serverId: ServerId): void {
  landedId = serverId
  focusRow(serverId)
}

export function hasLandedOn(serverId: ServerId): boolean {
  return landedId === serverId
}

/** The cursor is on a row; on another one it was put by the person. */
export function noteFocus(serverId: ServerId | undefined): void {
  if (serverId !== undefined && serverId !== landedId) landedId = undefined
}

/** The server below, or else the one above. */
export function neighbourOf(serverId: ServerId): ServerId | undefined {
  const ids = rows().map(({ dataset }) => dataset['serverRow'] as ServerId)
  const index = ids.indexOf(serverId)
  return ids[index + 1] ?? ids[index - 1]
}

/** Moves the cursor in the list as arrow keys do. False when the key is not for that. */
export function moveAmongRows(key: string, from: Element | null): boolean {
  const all = rows()
  const index = all.findIndex((row) => row === from)
  const target = {
    ArrowDown: all[index + 1],
    ArrowUp: index > 0 ? all[index - 1] : undefined,
    Home: all[0],
    End: all.at(-1)
  }[key]
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return false
  target?.focus()
  return true
}
