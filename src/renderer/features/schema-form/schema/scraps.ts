/**
 * What was written and is not in the value, kept by place: text that could not be read as JSON, and
 * beside a place what was written in those of its alternatives that are not chosen.
 */
import type { Json } from '../../../../shared/json/json'
import { hasPlace, pointerIn } from '../../../../shared/schema/pointer'
import { keysOf, placeIn } from './place'

/**
 * At a pointer: what could not be read there. At `pointer/~:n`, which is in no value: alternative n
 * as JSON, and inside it what could not be read in it.
 */
export type Scraps = Readonly<Record<string, string>>

/** Where what was at a key is after a change; undefined when it is gone. */
export type Moved = (key: string) => string | undefined

const BESIDE = '/~:'
/** What could not be read in place of a whole alternative. */
const WHOLE = '/~'

export function withScrap(scraps: Scraps, pointer: string, text: string): Scraps {
  return { ...scraps, [pointer]: text }
}

/**
 * Whoever changes a place has seen all that is in it: nothing half written outlives that. Alternatives
 * that are not chosen were not seen, and stay while there is a place for them.
 */
export function withoutScraps(scraps: Scraps, pointer: string, next: Json | undefined): Scraps {
  return kept(scraps, (place) => {
    if (!isInside(place, pointer) || isBeside(place, pointer)) return place
    const owner = pointerIn(place)
    const stays = owner !== place && hasPlace(next, owner.slice(pointer.length))
    return stays ? place : undefined
  })
}

/** After parts of a list or a map went elsewhere: what was written in them goes along. */
export function movedScraps(scraps: Scraps, pointer: string, moved: Moved): Scraps {
  return kept(scraps, (place) => {
    if (!isInside(place, pointer) || isBeside(place, pointer)) return place
    const [part, ...rest] = place.slice(pointer.length).split('/').slice(1)
    const to = part === undefined ? undefined : moved(keysOf(`/${part}`)[0] ?? '')
    return to === undefined ? undefined : [placeIn(pointer, to), ...rest].join('/')
  })
}

type Switch = {
  /** Alternatives by their names. */
  readonly from: string
  readonly to: string
  /** What is there while it is left. */
  readonly left: Json | undefined
}

/** Another alternative is chosen: what was written in the one goes aside, and in the other comes back. */
export function switchedScraps(
  scraps: Scraps,
  pointer: string,
  { from, to, left }: Switch
): Scraps {
  const aside = placeBeside(pointer, from)
  const back = placeBeside(pointer, to)
  const switched = Object.entries(scraps).flatMap(([place, text]) => {
    if (place === back || isInside(place, aside)) return []
    if (place === `${back}${WHOLE}`) return [[pointer, text]]
    if (isInside(place, back)) return [[pointer + place.slice(back.length), text]]
    if (!isInside(place, pointer) || isBeside(place, pointer)) return [[place, text]]
    return [[aside + (place === pointer ? WHOLE : place.slice(pointer.length)), text]]
  })
  if (left !== undefined) switched.push([aside, JSON.stringify(left)])
  return Object.fromEntries(switched) as Scraps
}

export function placeBeside(pointer: string, alternative: string): string {
  return `${pointer}${BESIDE}${alternative}`
}

/** The parts of a list or a map in which something is half written. */
export function keysWithScraps(scraps: Scraps, pointer: string): ReadonlySet<string> {
  const depth = keysOf(pointer).length
  const inside = Object.keys(scraps).filter(
    (place) => place !== pointer && isHalfWritten(place, pointer)
  )
  return new Set(inside.flatMap((place) => keysOf(place)[depth] ?? []))
}

/** Whether at a place, or in it, is what cannot be read yet. */
export function hasHalfWritten(scraps: Scraps, pointer: string): boolean {
  return Object.keys(scraps).some((place) => isHalfWritten(place, pointer))
}

function isHalfWritten(place: string, pointer: string): boolean {
  return isInside(place, pointer) && pointerIn(place) === place
}

function isInside(place: string, pointer: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`)
}

function isBeside(place: string, pointer: string): boolean {
  return place.startsWith(`${pointer}${BESIDE}`)
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
