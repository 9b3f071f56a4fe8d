import { applyEdits, format } from 'jsonc-parser'

/** Lays a definition out as we would, so that a comparison shows what differs and not how it is indented. */
export function tidy(text: string): string {
  const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' })
  return applyEdits(text, edits)
}
