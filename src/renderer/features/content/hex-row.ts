export const ROW_BYTES = 16

/** A row of bytes: where it begins, the bytes as numbers, and those that are letters as letters. */
export function hexRow(
  bytes: Uint8Array,
  row: number
): { readonly offset: string; readonly hex: string; readonly text: string } {
  const start = row * ROW_BYTES
  const part = [...bytes.subarray(start, start + ROW_BYTES)]
  return {
    offset: start.toString(16).padStart(8, '0'),
    hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    text: part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
  }
}
