/** Cuts a file of entries into lines, and knows the number of each: empty ones count too. */
import { LineSplitter } from '../framing/line-splitter'
import { LINE_LIMIT_BYTES } from '../bounds/line-limit'

const LINE_FEED = 0x0a

export class NumberedLines {
  private line = 1
  private readonly splitter: LineSplitter

  constructor(
    private readonly take: (text: string, line: number) => void,
    tooLong: (line: number) => void
  ) {
    this.splitter = new LineSplitter(
      ({ text }) => take(text, this.line),
      ({ end }) => {
        if (end !== undefined) tooLong(this.line)
      },
      LINE_LIMIT_BYTES
    )
  }

  push(chunk: Buffer): void {
    for (const piece of lineByLine(chunk)) {
      this.splitter.push(piece)
      if (piece.at(-1) === LINE_FEED) this.line++
    }
  }

  /** Hands out what came after the last line feed. */
  end(): void {
    this.splitter.end(({ text }) => this.take(text, this.line))
  }
}

/** Each piece ends with its line feed, but for the last. */
function* lineByLine(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length;) {
    const feed = chunk.indexOf(LINE_FEED, start)
    const end = feed === -1 ? chunk.length : feed + 1
    yield chunk.subarray(start, end)
    start = end
  }
}
