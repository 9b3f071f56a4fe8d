/** A name for a file out of whatever a server calls something. Never leads out of a folder. */
import { withoutEnd } from '../../shared/text/without-end'

const LONGEST_BYTES = 150
const LONGEST_ENDING = 16
const RESERVED = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])$/i
/** Control characters, what no file system or shell likes, and what cannot be seen or turns text round. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"|?*]/gu
const FALLBACK = 'saved'

export function savedName(suggested: string): string {
  const last = suggested.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const plain = last
    .normalize('NFC')
    .replace(UNWANTED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  // A file that begins with a dot is hidden, and Windows drops dots and spaces at the end.
  const name = shortened(withoutEnd(plain, '. '))
  const stem = name.split('.', 1)[0]?.trim() ?? ''
  if (name === '') return FALLBACK
  return RESERVED.test(stem) ? `_${name}` : name
}

/** Keeps the ending, by which systems know what to do with a file. */
function shortened(name: string): string {
  const room = LONGEST_BYTES - 1
  if (Buffer.byteLength(name) <= room) return name
  const found = /\.[^.\s]+$/.exec(name)?.[0] ?? ''
  const ending = Buffer.byteLength(found) <= LONGEST_ENDING ? found : ''
  const stem = name.slice(0, name.length - ending.length)
  return withoutEnd(cut(stem, room - Buffer.byteLength(ending)), '. ') + ending
}

function cut(text: string, bytes: number): string {
  let length = 0
  let kept = ''
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept
}
