/** Base64 as servers send it, in pieces, so that no piece keeps the window waiting. */

/** A multiple of four: every piece stands for whole bytes. */
const PIECE_CHARS = 256 * 1024

/** Undefined when it is not base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  const text = /\s/.test(base64) ? base64.replace(/\s+/g, '') : base64
  const bytes = new Uint8Array(byteCount(text))
  let filled = 0
  try {
    for (let start = 0; start < text.length; start += PIECE_CHARS) {
      const piece = atob(text.slice(start, start + PIECE_CHARS))
      for (let index = 0; index < piece.length; index++) bytes[filled++] = piece.charCodeAt(index)
    }
  } catch {
    return undefined // atob says no more than that it is not base64
  }
  return bytes.subarray(0, filled)
}

/** How many bytes a text in base64 stands for, without looking at all of it. */
export function byteCount(base64: string, totalChars = base64.length): number {
  const padding = totalChars === base64.length ? (/={0,2}$/.exec(base64)?.[0].length ?? 0) : 0
  return Math.max(0, Math.floor((totalChars * 3) / 4) - padding)
}
