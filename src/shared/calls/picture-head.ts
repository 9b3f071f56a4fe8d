/** What the beginning of a picture says about it. Nothing is decoded before its size is known. */

export type PictureHead = {
  readonly type:
    'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp' | 'image/avif'
  readonly width: number
  readonly height: number
}

/** Undefined when it is no picture that is known here. */
export function pictureHead(bytes: Uint8Array): PictureHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return (
      pngHead(bytes, view) ??
      gifHead(bytes, view) ??
      webpHead(bytes, view) ??
      bmpHead(bytes, view) ??
      avifHead(bytes, view) ??
      jpegHead(view)
    )
  } catch {
    return undefined // it ends before it says how large it is
  }
}

function isText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

function pngHead(bytes: Uint8Array, view: DataView): PictureHead | undefined {
  if (bytes[0] !== 0x89 || !isText(bytes, 1, 'PNG') || !isText(bytes, 12, 'IHDR')) return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Those who decode it make it larger when its first frame is larger than it says. */
function gifHead(bytes: Uint8Array, view: DataView): PictureHead | undefined {
  if (!isText(bytes, 0, 'GIF8')) return undefined
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  const frame = firstGifFrame(bytes)
  if (frame + 9 > bytes.length) return { type: 'image/gif', width, height }
  const right = view.getUint16(frame + 1, true) + view.getUint16(frame + 5, true)
  const bottom = view.getUint16(frame + 3, true) + view.getUint16(frame + 7, true)
  return { type: 'image/gif', width: Math.max(width, right), height: Math.max(height, bottom) }
}

/** Where it begins: after the colours of all frames and whatever else is said before it. */
function firstGifFrame(bytes: Uint8Array): number {
  const flags = bytes[10] ?? 0
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  while (bytes[at] === 0x21) {
    at += 2
    for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length
    at += 1
  }
  return bytes[at] === 0x2c ? at : Infinity
}

function bmpHead(bytes: Uint8Array, view: DataView): PictureHead | undefined {
  if (!isText(bytes, 0, 'BM')) return undefined
  const width = Math.abs(view.getInt32(18, true))
  return { type: 'image/bmp', width, height: Math.abs(view.getInt32(22, true)) }
}

function webpHead(bytes: Uint8Array, view: DataView): PictureHead | undefined {
  if (!isText(bytes, 0, 'RIFF') || !isText(bytes, 8, 'WEBP')) return undefined
  const type = 'image/webp'
  if (isText(bytes, 12, 'VP8X')) {
    return { type, width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) }
  }
  if (isText(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  const width = view.getUint16(26, true) & 0x3fff
  return { type, width, height: view.getUint16(28, true) & 0x3fff }
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
}

const AVIF_LOOKED_AT = 4_096

/** The box `ispe` holds the size; the largest one counts, because a picture can be made of tiles. */
function avifHead(bytes: Uint8Array, view: DataView): PictureHead | undefined {
  if (!isText(bytes, 4, 'ftypavi')) return undefined
  let found: PictureHead | undefined
  const end = Math.min(bytes.length - 16, AVIF_LOOKED_AT)
  for (let at = 8; at < end; at++) {
    if (!isText(bytes, at, 'ispe')) continue
    const width = view.getUint32(at + 8)
    const height = view.getUint32(at + 12)
    if (!found || width * height > found.width * found.height) {
      found = { type: 'image/avif', width, height }
    }
  }
  return found
}

function jpegHead(view: DataView): PictureHead | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
