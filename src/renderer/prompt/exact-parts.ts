/** Splits a text that will be run into what shows and what a reader would overlook. */
import { visibleParts } from '../../shared/text/visible-text'

export type ExactPart = { readonly kind: 'plain' | 'mark' | 'break'; readonly text: string }

/** Line feed, tab, spaces that are not the common one, letters without ink, half characters. */
const OVERLOOKED = [
  '[\\n\\t]',
  '(?! )\\p{Zs}',
  ...['034F', '115F', '1160', '17B4', '17B5', '2800', '3164', 'FFA0'].map((hex) => `\\u${hex}`),
  '\\p{Cs}',
  '^ +| +$| {8,}'
]
const EVERY_OVERLOOKED = new RegExp(`(${OVERLOOKED.join('|')})`, 'gu')

const NAMES: Readonly<Record<string, string>> = { '\n': 'line feed', '\t': 'tab' }

export function exactParts(text: string): readonly ExactPart[] {
  if (text === '') return [{ kind: 'mark', text: 'empty' }]
  return visibleParts(text).flatMap((part): readonly ExactPart[] =>
    part.kind === 'hidden' ? [{ kind: 'mark', text: part.mark }] : partsOf(part.text)
  )
}

function partsOf(text: string): readonly ExactPart[] {
  const parts: ExactPart[] = []
  for (const [index, piece] of text.split(EVERY_OVERLOOKED).entries()) {
    if (piece === '') continue
    if (index % 2 === 0) parts.push({ kind: 'plain', text: piece })
    else parts.push({ kind: 'mark', text: nameOf(piece) })
    if (piece === '\n') parts.push({ kind: 'break', text: '\n' })
  }
  return parts
}

function nameOf(piece: string): string {
  if (piece.startsWith(' ')) return piece.length === 1 ? 'space' : `${piece.length} spaces`
  const point = piece.codePointAt(0) ?? 0
  return NAMES[piece] ?? `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}
