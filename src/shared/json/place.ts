/** Where in a value something is: a chain outwards, because most places are never written out. */
export type Place =
  { readonly outer: Place; readonly key: string | number; readonly depth: number } | undefined

const MAX_POINTER_CHARS = 1_000

/** As a JSON pointer. */
export function pointerTo(place: Place): string {
  let pointer = ''
  for (let at = place; at; at = at.outer) pointer = `/${escaped(at.key)}${pointer}`
  return pointer.slice(0, MAX_POINTER_CHARS)
}

export function inside(outer: Place, key: string | number): Place {
  return { outer, key, depth: depthOf(outer) + 1 }
}

export function depthOf(place: Place): number {
  return place?.depth ?? 0
}

function escaped(key: string | number): string {
  return typeof key === 'number' ? `${key}` : key.replaceAll('~', '~0').replaceAll('/', '~1')
}
