/** Where a value has HIDDEN_VALUE in it, which says that something else is really there. */
import { HIDDEN_VALUE } from '../configuration'
import { inside, pointerTo, type Place } from '../schema/place'

/** A value, a part of it or the name of a member stands for something hidden. */
export function holdsHiddenValue(value: unknown): boolean {
  return hiddenValuePlaces(value, 1).length > 0
}

/** JSON pointers to the first of them. */
export function hiddenValuePlaces(value: unknown, most: number): readonly string[] {
  const found: string[] = []
  // In order, and without a stack of calls: what is looked at can be nested without end.
  const waiting: { readonly value: unknown; readonly place: Place }[] = [
    { value, place: undefined }
  ]
  for (let next = waiting.pop(); next && found.length < most; next = waiting.pop()) {
    const { value: part, place } = next
    if (isHidden(part) || isHidden(place?.key)) found.push(pointerTo(place))
    else if (typeof part === 'object' && part !== null) {
      const members = Object.entries(part).reverse() as [string, unknown][]
      for (const [key, member] of members) {
        waiting.push({ value: member, place: inside(place, key) })
      }
    }
  }
  return found
}

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.includes(HIDDEN_VALUE)
}
