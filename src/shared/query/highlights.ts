/** Where what was looked for is in a text. */
import { folded } from './fold'
import { readPattern, type PatternSource } from './pattern'
import type { Query } from './terms'

export type Highlights = {
  readonly texts: readonly string[]
  readonly patterns: readonly PatternSource[]
}

export type Mark = { readonly start: number; readonly end: number }

/** More are not told apart by anyone, and take their time to be drawn. */
const MAX_MARKS = 1_000

/** What to mark in a frame; nothing of what must not be in it. */
export function highlightsOf({ terms }: Pick<Query, 'terms'>): Highlights {
  const wanted = terms.filter(({ isNegated }) => !isNegated).map(({ condition }) => condition)
  return {
    texts: wanted.flatMap((condition) =>
      'text' in condition ? [condition.text] : 'texts' in condition ? condition.texts : []
    ),
    patterns: wanted.flatMap((condition) => ('pattern' in condition ? [condition.pattern] : []))
  }
}

/** In their order; what overlaps or touches is one mark. The first thousand of each. */
export function marksIn(text: string, { texts, patterns }: Highlights): readonly Mark[] {
  const small = texts.length > 0 ? folded(text) : ''
  const marks = [
    ...texts.flatMap((wanted) => marksOfText(small, folded(wanted))),
    ...patterns.flatMap((pattern) => marksOfPattern(text, pattern))
  ]
  const merged: Mark[] = []
  for (const mark of marks.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (!last || mark.start > last.end) merged.push(mark)
    else if (mark.end > last.end) merged[merged.length - 1] = { ...last, end: mark.end }
  }
  return merged
}

function marksOfText(small: string, wanted: string): readonly Mark[] {
  const marks: Mark[] = []
  let start = small.indexOf(wanted)
  while (start !== -1 && marks.length < MAX_MARKS) {
    const end = start + wanted.length
    marks.push({ start, end })
    start = small.indexOf(wanted, end)
  }
  return marks
}

function marksOfPattern(text: string, pattern: PatternSource): readonly Mark[] {
  const read = readPattern(pattern)
  if (!read.isRead) return []
  const marks: Mark[] = []
  const matcher = read.value.matcher(text)
  while (marks.length < MAX_MARKS && matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    // A pattern may match where there is nothing.
    if (end > start) marks.push({ start, end })
    else if (end === text.length) break
  }
  return marks
}
