/** Tells a picture that was cut off by what has to stand at its end. */
import type { PictureHead } from './picture-head'

/** False also where nobody can tell without decoding it. */
export function isCutOff(bytes: Uint8Array, type: PictureHead['type']): boolean {
  switch (type) {
    case 'image/png':
      return !holds(bytes, [0x49, 0x45, 0x4e, 0x44])
    case 'image/jpeg':
      return !holds(bytes, [0xff, 0xd9])
    case 'image/webp':
    case 'image/bmp':
      return bytes.length < declaredLength(bytes, type)
    default:
      return false
  }
}

/** Looks from the end, because the mark stands there in almost all of them. */
function holds(bytes: Uint8Array, mark: readonly number[]): boolean {
  for (let at = bytes.length - mark.length; at >= 0; at -= 1) {
    if (mark.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

function declaredLength(bytes: Uint8Array, type: 'image/webp' | 'image/bmp'): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The length of a WebP does not count its own eight bytes.
  return type === 'image/webp' ? view.getUint32(4, true) + 8 : view.getUint32(2, true)
}
