/** What happens in the box of the filter, apart from any window. */
import { completionsAt, type Completion, type Completions } from '../../../shared/query/completions'
import type { QueryError, QueryRemark } from '../../../shared/query/terms'
import type { KnownNames, Vocabulary } from '../../../shared/query/vocabulary'

/** What is offered where the cursor is, without what is there already. */
export function offersAt(
  text: string,
  cursor: number,
  vocabulary: Vocabulary,
  known: KnownNames
): Completions {
  const { from, to, items } = completionsAt(text, cursor, vocabulary, known)
  const typed = text.slice(from, to)
  return { from, to, items: items.filter(({ insert }) => insert !== typed) }
}

export type Edited = { readonly text: string; readonly cursor: number }

/** A term that is complete is followed by room for the next. */
export function withCompletion(
  text: string,
  { from, to }: Pick<Completions, 'from' | 'to'>,
  { insert }: Completion
): Edited {
  const rest = text.slice(to)
  const isWhole = !insert.endsWith(':')
  const gap = isWhole && rest === '' ? ' ' : ''
  const before = text.slice(0, from) + insert + gap
  return { text: before + rest, cursor: before.length }
}

/** Whoever is still typing a term, and is shown how it may go on, knows that it is not complete. */
export function remarksToShow(
  remarks: readonly QueryRemark[],
  cursor: number,
  isCompleting: boolean
): readonly QueryRemark[] {
  if (!isCompleting) return remarks
  return remarks.filter(({ start, end }) => cursor < start || cursor > end)
}

export type TextPiece = { readonly text: string; readonly isWrong: boolean }

/** The text in the box, cut where something is wrong with it. */
export function piecesOf(text: string, errors: readonly QueryError[]): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { start, end } of errors.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue
    const from = Math.max(at, start)
    if (from > at) pieces.push({ text: text.slice(at, from), isWrong: false })
    pieces.push({ text: text.slice(from, end), isWrong: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isWrong: false })
  return pieces
}
