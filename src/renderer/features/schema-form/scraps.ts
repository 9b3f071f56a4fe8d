/** Text that could not be read as JSON, kept by the place where it was written. */
import { keysOf, placeIn } from './place'

/** By pointer: what was written where JSON is wanted and could not be read as JSON. */
export type Scraps = Readonly<Record<string, string>>

/** Where what was at a key is after a change; undefined when it is gone. */
export type Moved = (key: string) => string | undefined

export function withScrap(scraps: Scraps, pointer: string, text: string): Scraps {
  return { ...scraps, [pointer]: text }
}

/** Whoever changes a place has seen all that is in it: nothing half written outlives that. */
export function withoutScraps(scraps: Scraps, pointer: string): Scraps {
  return kept(scraps, (place) => (isInside(place, pointer) ? undefined : place))
}

/** After parts of a list or a map went elsewhere: what was written in them goes along. */
export function movedScraps(scraps: Scraps, pointer: string, moved: Moved): Scraps {
  const depth = keysOf(pointer).length
  return kept(scraps, (place) => {
    if (!isInside(place, pointer)) return place
    const [key, ...rest] = keysOf(place).slice(depth)
    const to = key === undefined ? undefined : moved(key)
    return to === undefined ? undefined : rest.reduce(placeIn, placeIn(pointer, to))
  })
}

/** The parts of a list or a map in which something is half written. */
export function keysWithScraps(scraps: Scraps, pointer: string): ReadonlySet<string> {
  const depth = keysOf(pointer).length
  const inside = Object.keys(scraps).filter((place) => place.startsWith(`${pointer}/`))
  return new Set(inside.flatMap((place) => keysOf(place)[depth] ?? []))
}

function isInside(place: string, pointer: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`)
}

/** The same object when nothing is different, so that nothing is drawn again. */
function kept(scraps: Scraps, placeOf: (place: string) => string | undefined): Scraps {
  const before = Object.entries(scraps)
  const after = before.flatMap(([place, text]) => {
    const to = placeOf(place)
    return to === undefined ? [] : [[to, text] as const]
  })
  const isSame = after.length === before.length && after.every(([to]) => Object.hasOwn(scraps, to))
  return isSame && after.every(([to, text]) => scraps[to] === text)
    ? scraps
    : Object.fromEntries(after)
}
