/** Everything a server says of an item, laid out. Undefined for what is nested without end. */
export function definitionText(item: object): string | undefined {
  try {
    return JSON.stringify(item, null, 2)
  } catch {
    return undefined // deeper than the engine can follow
  }
}
