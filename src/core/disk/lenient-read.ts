/**
 * Reads a value field by field and record by record: what does not fit its schema is left out and
 * named, and all the rest is kept. Files outlive versions of Patchbay, and one word of a newer one must
 * not take everything else with it.
 */
import type { z } from 'zod'

/** Something that was left out: a whole field of the file, or a part of one. */
export type LostField = { readonly field: string; readonly isWhole: boolean }

export type LenientRead<Content> =
  | { readonly content: Content; readonly lost: readonly LostField[] }
  /** Nothing of it can be understood. */
  | { readonly content: undefined; readonly lost: 'all' }

type Place = readonly PropertyKey[]

/** Removes from `value` what does not fit. */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown
): LenientRead<z.output<Schema>> {
  const lost = new Map<string, LostField>()
  for (;;) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { content: parsed.data, lost: [...lost.values()] }
    const places = parsed.error.issues.map(({ path }) => removablePlace(value, path))
    if (places.some((place) => place.length === 0)) return { content: undefined, lost: 'all' }
    for (const place of lastFirst(outermost(places))) {
      remove(value, place)
      const field = String(place[0])
      const isWhole = place.length === 1 || lost.get(field)?.isWhole === true
      lost.set(field, { field, isWhole })
    }
  }
}

/** A record that lacks something it must have cannot be mended by removing less than all of it. */
function removablePlace(value: unknown, path: Place): Place {
  let inner = value
  for (const [depth, key] of path.entries()) {
    if (!isContainer(inner) || !Object.hasOwn(inner, key)) return path.slice(0, depth)
    inner = inner[key]
  }
  return path
}

function outermost(places: readonly Place[]): readonly Place[] {
  const byName = new Map(places.map((place) => [nameOf(place), place]))
  return [...byName.values()].filter((place) =>
    place.every((_, depth) => depth === 0 || !byName.has(nameOf(place.slice(0, depth))))
  )
}

function nameOf(place: Place): string {
  return JSON.stringify(place)
}

/** So that no index of an array moves before its element is removed. */
function lastFirst(places: readonly Place[]): readonly Place[] {
  return [...places].sort((a, b) => {
    const differs = a.findIndex((key, depth) => key !== b[depth])
    const [one, other] = [a[differs], b[differs]]
    return typeof one === 'number' && typeof other === 'number' ? other - one : 0
  })
}

function remove(value: unknown, place: Place): void {
  const last = place.at(-1)
  let parent = value
  for (const key of place.slice(0, -1)) parent = isContainer(parent) ? parent[key] : undefined
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (isContainer(parent) && last !== undefined) Reflect.deleteProperty(parent, last)
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
