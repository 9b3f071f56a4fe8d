/** Splits text from a server into what shows and what hides, so that nothing stays unseen. */

export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly mark: string }

/**
 * Controls, bidi and zero-width marks, tags, private use, separators; and what counts as a letter or
 * a sign but is drawn as nothing, such as the fillers of Hangul and the blank of Braille.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The same, but not tab and line feed, and not the joiners inside an emoji, which do show. */
const EMOJI = '\\p{Extended_Pictographic}\\uFE0F?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?)*'
const EMOJI_OR_HIDDEN = new RegExp(`${EMOJI}|(?![\\n\\t])(${HIDDEN.source})`, 'gu')

export function visibleParts(text: string): readonly TextPart[] {
  if (!HIDDEN.test(text)) return [{ kind: 'plain', text }]
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(EMOJI_OR_HIDDEN)) {
    const hidden = match[1]
    if (hidden === undefined) continue
    if (match.index > end) parts.push({ kind: 'plain', text: text.slice(end, match.index) })
    parts.push({ kind: 'hidden', text: hidden, mark: markOf(hidden) })
    end = match.index + hidden.length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

export function hasHidden(text: string): boolean {
  if (!HIDDEN.test(text)) return false
  for (const [, hidden] of text.matchAll(EMOJI_OR_HIDDEN)) if (hidden !== undefined) return true
  return false
}

/** The same as plain text, for places that can hold nothing else. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'plain' ? part.text : `<${part.mark}>`))
    .join('')
}

function markOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}
