import { setImmediate } from 'node:timers/promises'

export const ITEMS_A_TURN = 50

/**
 * Tells each of many something, the first of them at once and the others in turns: whoever is told has
 * work to do, and others want to get on meanwhile. Resolves when all who were told have taken note.
 * With `room`, each turn waits until there is some, the first one too.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  tell: (item: Item) => void,
  room?: () => Promise<void> | undefined
): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_A_TURN) {
    if (room) {
      await setImmediate()
      await room()
    }
    items.slice(from, from + ITEMS_A_TURN).forEach(tell)
    await setImmediate()
  }
}
