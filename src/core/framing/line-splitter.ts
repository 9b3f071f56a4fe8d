import { isAscii, isUtf8 } from 'node:buffer'
import type { Arrival } from '../traffic/timing'
import { KEPT_OF_TOO_LONG_BYTES } from './frame-limit'
import { decodeUtf8, firstBytes, type DecodedText } from './utf8'

export type SplitLine = DecodedText & {
  readonly bytes: number
  /** When the chunk came in which it began, and the one in which it ended. */
  readonly arrival: Arrival
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const KEPT_OF_ITS_END_BYTES = 1024

/** A line that is over the limit. What is between its start and its end was dropped. */
export type LongLine = {
  readonly start: SplitLine
  /** So far while it goes on, then of all of it. */
  readonly bytes: number
  /** The last of it, once it has ended. */
  readonly end?: string
  /** It is so long that nobody can expect an end. */
  readonly isEndless?: true
}
/** A line that comes byte by byte would cost a hundred times its size if each piece stayed alone. */
const LOOSE_PIECES = 1_024

/**
 * Cuts a stream of bytes into lines. A line that arrives in pieces is kept as a list of pieces and
 * joined once; bytes are decoded per line, so a character split over two chunks is whole again.
 */
export class LineSplitter {
  private pieces: Buffer[] = []
  /** How many of the pieces, from the first, have been joined already. */
  private joined = 0
  private heldBytes = 0
  private heldSince = 0
  private now = 0
  private dropping?: { readonly start: SplitLine; bytes: number; end: Buffer } | undefined

  constructor(
    private readonly onLine: (line: SplitLine) => void,
    /** Is told of a long line when it goes over the limit, when it seems endless, and when it ends. */
    private readonly onTooLong: (line: LongLine) => void,
    private readonly limitBytes: number,
    private readonly endlessBytes = Infinity
  ) {}

  /** `now` is when the chunk came, for whoever wants to know. */
  push(chunk: Buffer, now = 0): void {
    this.now = now
    let start = 0
    if (this.heldBytes > 0 || this.dropping) {
      const end = chunk.indexOf(LINE_FEED)
      if (end === -1) return this.hold(chunk)
      this.hold(chunk.subarray(0, end))
      this.release()
      start = end + 1
    }
    const last = chunk.lastIndexOf(LINE_FEED)
    if (last >= start) {
      this.splitWhole(chunk.subarray(start, last + 1))
      start = last + 1
    }
    if (start < chunk.length) this.hold(chunk.subarray(start))
  }

  /** Cuts what consists of whole lines; most of what machines say is ASCII, which is decoded at once. */
  private splitWhole(lines: Buffer): void {
    if (lines.length > this.limitBytes || !isAscii(lines)) return this.splitOneByOne(lines)
    const text = lines.toString('latin1')
    const arrival = { firstByteAt: this.now, doneAt: this.now }
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const lineEnd = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end
      const bytes = lineEnd - start
      if (bytes > 0) this.onLine({ text: text.slice(start, lineEnd), bytes, arrival })
      start = end + 1
    }
  }

  private splitOneByOne(lines: Buffer): void {
    let start = 0
    for (let end = lines.indexOf(LINE_FEED); end !== -1; end = lines.indexOf(LINE_FEED, start)) {
      this.hold(lines.subarray(start, end))
      this.release()
      start = end + 1
    }
  }

  /** The stream has ended: hands out what came after the last line feed. */
  end(onRest: (line: SplitLine) => void): void {
    this.endDropping()
    if (this.heldBytes === 0) return
    onRest(this.decode(this.takeHeld()))
  }

  private hold(piece: Buffer): void {
    if (piece.length === 0) return
    if (this.dropping) {
      const { start, bytes: before, end } = this.dropping
      const bytes = before + piece.length
      this.dropping.bytes = bytes
      this.dropping.end = lastOf(end, piece)
      const isNews = before <= this.endlessBytes && bytes > this.endlessBytes
      if (isNews) this.onTooLong({ start, bytes, isEndless: true })
      return
    }
    if (this.heldBytes === 0) this.heldSince = this.now
    this.pieces.push(piece)
    this.heldBytes += piece.length
    if (this.pieces.length - this.joined >= LOOSE_PIECES) {
      this.joined = this.pieces.push(Buffer.concat(this.pieces.splice(this.joined)))
    }
    if (this.heldBytes <= this.limitBytes) return
    const held = this.takeHeld()
    // A copy, because the start is kept long after the rest is gone.
    const start = this.decode(Buffer.from(firstBytes(held, KEPT_OF_TOO_LONG_BYTES)))
    this.dropping = { start, bytes: held.length, end: lastOf(held) }
    this.onTooLong({ start, bytes: held.length })
  }

  private endDropping(): void {
    if (!this.dropping) return
    const { start, bytes, end } = this.dropping
    this.dropping = undefined
    this.onTooLong({ start, bytes, end: end.toString('utf8') })
  }

  private release(): void {
    this.endDropping()
    if (this.heldBytes === 0) return
    const held = this.takeHeld()
    const line = held.at(-1) === CARRIAGE_RETURN ? held.subarray(0, -1) : held
    if (line.length > 0) this.onLine(this.decode(line))
  }

  private takeHeld(): Buffer {
    const [first, ...rest] = this.pieces
    const held = first !== undefined && rest.length === 0 ? first : Buffer.concat(this.pieces)
    this.pieces = []
    this.joined = 0
    this.heldBytes = 0
    return held
  }

  private decode(line: Buffer): SplitLine {
    const arrival = { firstByteAt: this.heldSince, doneAt: this.now }
    const whole = { text: line.toString('utf8'), bytes: line.length, arrival }
    return isUtf8(line) ? whole : { ...decodeUtf8(line), ...whole }
  }
}

function lastOf(...pieces: readonly Buffer[]): Buffer {
  return Buffer.concat(pieces.map((piece) => piece.subarray(-KEPT_OF_ITS_END_BYTES))).subarray(
    -KEPT_OF_ITS_END_BYTES
  )
}
