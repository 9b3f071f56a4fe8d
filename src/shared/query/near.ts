/** What a person may have meant by a word that nobody knows. */

export function nearest<Word extends string>(
  typed: string,
  words: readonly Word[]
): Word | undefined {
  const begun = typed.length >= 3 ? words.find((word) => word.startsWith(typed)) : undefined
  if (begun !== undefined) return begun
  let [best, bestDistance] = [undefined as Word | undefined, Infinity]
  for (const word of words) {
    const distance = distanceOf(typed, word)
    if (distance <= mostOf(word) && distance < bestDistance) [best, bestDistance] = [word, distance]
  }
  return best
}

/** Short words are close to many others that mean something else. */
function mostOf(word: string): number {
  if (word.length <= 3) return 0
  return word.length <= 5 ? 1 : 2
}

/** How many letters are to be added, left out, changed, or swapped with their neighbour. */
function distanceOf(from: string, to: string): number {
  // A word that is much longer is not near, and need not be looked at letter by letter.
  if (Math.abs(from.length - to.length) > 2) return Infinity
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const ways = [at(above, column) + 1, at(current, column - 1) + 1]
      ways.push(at(above, column - 1) + (isSame ? 0 : 1))
      if (isSwapped && column > 1) ways.push(at(before, column - 2) + 1)
      current.push(Math.min(...ways))
    }
    before = above
    above = current
  }
  return at(above, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
