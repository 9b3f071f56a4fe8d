/** Turns bytes of the wire into text, and notices where they are not UTF-8. */
import { isUtf8 } from 'node:buffer'

export type DecodedText = {
  readonly text: string
  /** Where the first byte that is not UTF-8 stands; the text has U+FFFD there. */
  readonly invalidUtf8At?: number
  /** A copy of the bytes, where the text does not hold all that they say. */
  readonly original?: Uint8Array
}

export function decodeUtf8(bytes: Buffer): DecodedText {
  const text = bytes.toString('utf8')
  if (isUtf8(bytes)) return { text }
  return { text, invalidUtf8At: firstInvalidByte(bytes), original: Uint8Array.from(bytes) }
}

/** The first bytes of something longer, without a character that was cut in two. */
export function firstBytes(bytes: Buffer, most: number): Buffer {
  const cut = bytes.subarray(0, most)
  return cut.subarray(0, cut.length - unfinishedBytes(cut))
}

/** How many bytes at the end are the start of a character whose rest is still to come. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    return characterLength(byte) > back ? back : 0
  }
  return 0
}

const BLOCK_BYTES = 64 * 1024

/** Skips valid blocks at full speed, then looks at one character after the other. */
function firstInvalidByte(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const block = bytes.subarray(at, at + BLOCK_BYTES)
    if (block.length < BLOCK_BYTES || !isUtf8(block)) break
    at += BLOCK_BYTES
  }
  while (at < bytes.length) {
    const length = characterLength(bytes[at] ?? 0)
    if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
  return at
}

/** How many bytes a character has that starts with `lead`; 0 if none can. */
function characterLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}
