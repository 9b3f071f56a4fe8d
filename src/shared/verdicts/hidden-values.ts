/** Where a value has HIDDEN_VALUE in it, which says that something else is really there. */
import { HIDDEN_VALUE } from '../servers/configuration'
import { isComposed } from '../json/json'
import { inside, pointerTo, type Place } from '../json/place'

const known = new WeakMap<object, boolean>()

/** A text in it, or the name of a member, stands for something hidden. Each object is looked at once. */
export function holdsHiddenValue(value: unknown): boolean {
  if (!isComposed(value)) return isHidden(value)
  let isHolding = known.get(value)
  if (isHolding === undefined) known.set(value, (isHolding = isHiddenIn(value)))
  return isHolding
}

function isHiddenIn(value: object): boolean {
  // Not by calls of itself: what is looked at can be nested without end.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (isHidden(part)) return true
    if (!isComposed(part)) continue
    if (!Array.isArray(part) && Object.keys(part).some(isHidden)) return true
    for (const member of Object.values(part) as unknown[]) {
      if (typeof member === 'string' || typeof member === 'object') waiting.push(member)
    }
  }
  return false
}

/** JSON pointers to the first of them, in order. */
export function hiddenValuePlaces(value: unknown, most: number): readonly string[] {
  const found: string[] = []
  const waiting: [part: unknown, place: Place][] = holdsHiddenValue(value)
    ? [[value, undefined]]
    : []
  for (let next = waiting.pop(); next && found.length < most; next = waiting.pop()) {
    const [part, place] = next
    if (isHidden(part) || isHidden(place?.key)) found.push(pointerTo(place))
    else if (isComposed(part)) {
      const members = Object.entries(part) as [string, unknown][]
      for (const [key, member] of members.reverse()) waiting.push([member, inside(place, key)])
    }
  }
  return found
}

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.includes(HIDDEN_VALUE)
}
