/** A long text in pieces of a bounded size, so that no single one is expensive to lay out. */

const PIECE_CHARS = 8_000

/** Cut at the ends of lines where there are any. Together they are the text. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    const most = start + PIECE_CHARS
    const lineEnd = most < text.length ? text.lastIndexOf('\n', most) : -1
    const end = lineEnd > start ? lineEnd + 1 : wholeCharacter(text, most)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

/** The two halves of a character outside the basic plane stay together. */
function wholeCharacter(text: string, end: number): number {
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}
