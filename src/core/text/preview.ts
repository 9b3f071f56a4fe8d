import { visibleText } from '../../shared/text/visible-text'

const SHOWN_CHARS = 200

/** The beginning of what somebody else said, on one line, as a part of a sentence of ours. */
export function preview(text: string): string {
  const start = text.trim().slice(0, SHOWN_CHARS)
  return visibleText(start.replaceAll(/[\n\t]+/g, ' '))
}
