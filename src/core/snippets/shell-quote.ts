/** Words as a POSIX shell reads them. */
import type { Template } from './stand-ins'

const PLAIN = /^[\w@%+:,./-]+$/

export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : quoted(text)
}

/** In one word: text that the shell leaves alone, and variables that it fills in. */
export function shellTemplate(template: Template): string {
  if (template.length === 0) return "''"
  if (template.every((piece) => 'text' in piece)) {
    return shellWord(template.map((piece) => piece.text).join(''))
  }
  return template
    .map((piece) => {
      if ('text' in piece) return quoted(piece.text)
      return piece.fallback === undefined
        ? `"$${piece.variable}"`
        : `"\${${piece.variable}:-${piece.fallback.replace(/[\\$`"}]/g, '\\$&')}}"`
    })
    .join('')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
