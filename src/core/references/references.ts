/** The `${…}` in a text: a variable, a secret or an input, and what is none of these. */
import { canNameSecret } from '../../shared/text/secret-name'

export type Reference = {
  readonly kind: 'variable' | 'secret' | 'input'
  readonly name: string
  /** What is taken when a variable is not set. */
  readonly fallback?: string
  readonly text: string
}

export type TextPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** Looks like a reference, and is of no kind that we know. */
  | { readonly kind: 'unknown'; readonly text: string }

const OPEN = '${'
const CLOSE = '}'
const VARIABLE = /^(?:env:)?([A-Za-z_]\w*)(?::-([^]*))?$/
const NAMED = /^(secret|input):([^]*)$/

export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  // Searched by hand: a pattern would look to the end of a hostile text again and again.
  for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, end)) {
    const close = text.indexOf(CLOSE, open)
    if (close === -1) break
    if (open > end) pieces.push({ kind: 'literal', text: text.slice(end, open) })
    end = close + 1
    const whole = text.slice(open, end)
    const reference = referenceOf(whole, text.slice(open + OPEN.length, close))
    pieces.push(reference ? { kind: 'reference', reference } : { kind: 'unknown', text: whole })
  }
  if (end < text.length) pieces.push({ kind: 'literal', text: text.slice(end) })
  return pieces
}

export function referencesIn(text: string): readonly Reference[] {
  return piecesOf(text).flatMap((piece) => (piece.kind === 'reference' ? [piece.reference] : []))
}

function referenceOf(text: string, body: string): Reference | undefined {
  const [, kind, named = ''] = NAMED.exec(body) ?? []
  if (canNameSecret(named)) return { kind: kind as 'secret' | 'input', name: named, text }
  const [, name, fallback] = VARIABLE.exec(body) ?? []
  // A reference inside a fallback would end at the first brace, and mean what nobody wrote.
  if (name === undefined || fallback?.includes('${')) return undefined
  return { kind: 'variable', name, ...(fallback !== undefined && { fallback }), text }
}
