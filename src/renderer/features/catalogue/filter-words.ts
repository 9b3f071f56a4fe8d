/** The words of a filter, and where they are in a text. */

export function wordsIn(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/** A text in parts, of which those that the filter found are marked. */
export function markedParts(
  text: string,
  words: readonly string[]
): readonly { readonly text: string; readonly isFound: boolean }[] {
  const lower = text.toLowerCase()
  // Where lower case is longer or shorter the places would not fit.
  if (words.length === 0 || lower.length !== text.length) return [{ text, isFound: false }]
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      isFound.fill(true, at, at + word.length)
    }
  }
  const parts: { text: string; isFound: boolean }[] = []
  for (let from = 0, to = 1; to <= text.length; to++) {
    if (to < text.length && isFound[to] === isFound[from]) continue
    parts.push({ text: text.slice(from, to), isFound: isFound[from] === true })
    from = to
  }
  return parts
}
