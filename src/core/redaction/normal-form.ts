/**
 * A text without its escapes, and the way back to it. Encoders differ in what they escape and how
 * often; without escapes all of their results are the same, so one search finds them.
 */
type Piece = {
  readonly at: number
  readonly length: number
  readonly start: number
  readonly end: number
}

export class NormalForm {
  private constructor(
    readonly text: string,
    /** In order; each is a stretch of the normal form and where it was. */
    private readonly pieces: readonly Piece[]
  ) {}

  static of(text: string, escapes: RegExp, plain: (match: RegExpExecArray) => string): NormalForm {
    const parts: string[] = []
    const pieces: Piece[] = []
    let length = 0
    const push = (part: string, start: number, end: number): void => {
      parts.push(part)
      pieces.push({ at: length, length: part.length, start, end })
      length += part.length
    }
    let end = 0
    escapes.lastIndex = 0
    for (let match = escapes.exec(text); match; match = escapes.exec(text)) {
      if (match.index > end) push(text.slice(end, match.index), end, match.index)
      end = match.index + match[0].length
      push(plain(match), match.index, end)
    }
    if (end < text.length) push(text.slice(end), end, text.length)
    return new NormalForm(parts.join(''), pieces)
  }

  /** Where a stretch of the normal form was: an escape counts as a whole. */
  originOf(start: number, end: number): { start: number; end: number } {
    const first = this.pieceAt(start)
    const last = this.pieceAt(end - 1)
    return {
      start: isCopy(first) ? first.start + start - first.at : first.start,
      end: isCopy(last) ? last.start + end - last.at : last.end
    }
  }

  private pieceAt(offset: number): Piece {
    let low = 0
    for (let high = this.pieces.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if ((this.pieces[middle]?.at ?? 0) <= offset) low = middle
      else high = middle
    }
    return this.pieces[low] ?? { at: 0, length: 0, start: 0, end: 0 }
  }
}

function isCopy({ length, start, end }: Piece): boolean {
  return length === end - start
}

const JSON_ESCAPES = /\\+(?:u([\da-fA-F]{4})|(["/nrtbf]))?/g
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f'
}

/** Without the escapes of JSON, however many times they were escaped themselves. */
export function withoutJsonEscapes(text: string): NormalForm {
  return NormalForm.of(text, JSON_ESCAPES, ([, code, character]) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return character === undefined ? '\\' : (SHORT_ESCAPES[character] ?? character)
  })
}

/** It is itself in one encoding and a space in another, so both are taken for the same. */
const PLUS = '2b'
const PERCENT_ESCAPES = /%(?:25)*([\da-fA-F]{2})|\+/g

/** Without the escapes of addresses and forms; each byte becomes a character, and + a space. */
export function withoutPercentEscapes(text: string): NormalForm {
  return NormalForm.of(text, PERCENT_ESCAPES, ([, code]) =>
    code === undefined || code.toLowerCase() === PLUS
      ? ' '
      : String.fromCharCode(Number.parseInt(code, 16))
  )
}

/** Begins at the first of several backslashes only: going on from each would take forever. */
const LINE_ENDS = /(?:[\r\n]|(?<!\\)\\+[rn])(?:[ \t\r\n]|\\+[rnt])*/g

/** Removes line ends and indentation, whether plain or escaped as in JSON. */
export function withoutLineEnds(text: string): NormalForm {
  return NormalForm.of(text, LINE_ENDS, () => '')
}
