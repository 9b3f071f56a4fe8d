/** The words of a filter. */
export function wordsIn(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}
