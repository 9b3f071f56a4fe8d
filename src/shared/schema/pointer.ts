/** What a JSON pointer, as it stands in a URI, points to; undefined when there is nothing. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a percent sign that encodes nothing stands for itself
  }
}
