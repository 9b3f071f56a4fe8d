/** Tells whether two values are the same without having both at hand. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isObject } from '../../shared/json/json'

/** After so many, whatever else is to be done has its turn. */
const PIECE_CHARS = 1_000_000

/** The same for the same JSON, and different for any other. Never recurses, however deep it is nested. */
export async function digestOf(value: unknown): Promise<string> {
  const hash = createHash('sha256')
  const waiting = [value]
  let piece = ''
  while (waiting.length > 0) {
    const part = waiting.pop()
    for (const text of textsOf(part)) {
      piece += text
      if (piece.length < PIECE_CHARS) continue
      hash.update(piece, 'utf16le')
      piece = ''
      await setImmediate()
    }
    for (const inner of partsOf(part)) waiting.push(inner)
  }
  return hash.update(piece, 'utf16le').digest('hex')
}

/** What stands for a part itself. Says how much follows, so that no part can be taken for two. */
function* textsOf(part: unknown): Generator<string> {
  if (Array.isArray(part)) yield `[${part.length}:`
  else if (isObject(part)) yield `{${Object.keys(part).length}:`
  else if (typeof part !== 'string') yield `${String(part)},`
  else {
    yield `"${part.length}:`
    for (let from = 0; from < part.length; from += PIECE_CHARS) {
      yield part.slice(from, from + PIECE_CHARS)
    }
  }
}

function partsOf(part: unknown): readonly unknown[] {
  if (Array.isArray(part)) return part
  return isObject(part) ? Object.entries(part).flat() : []
}
