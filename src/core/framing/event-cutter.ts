/**
 * Cuts the bytes of an event stream into events, which end with an empty line. An event that is too
 * long is skipped to its end, and only its beginning and its end are kept.
 */
import type { Arrival } from '../traffic/timing'
import { KEPT_OF_TOO_LONG_BYTES } from './frame-limit'
import { firstBytes } from './utf8'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const KEPT_OF_ITS_END_BYTES = 1024
/** An event that comes byte by byte would cost a hundred times its size if each piece stayed alone. */
const LOOSE_PIECES = 1_024

/** The lines of an event, without the empty line. */
export type EventLines = { readonly lines: Buffer; readonly arrival: Arrival }

/** An event that is over the limit. What is between its beginning and its end was dropped. */
export type LongEventLines = EventLines & {
  readonly bytes: number
  readonly end: Buffer
  /** It is so long that nobody can expect an end. */
  readonly isEndless: boolean
}

export class EventCutter {
  private pieces: Buffer[] = []
  /** How many of the pieces, from the first, have been joined already. */
  private joined = 0
  private heldBytes = 0
  private heldSince = 0
  private dropping?: { readonly start: Buffer; bytes: number; end: Buffer } | undefined
  /** Nothing of the line that is being read has come yet. */
  private isLineEmpty = true
  private wasCarriageReturn = false
  private isEndless = false

  constructor(
    private readonly onEvent: (event: EventLines | LongEventLines) => void,
    private readonly limitBytes: number,
    private readonly endlessBytes: number
  ) {}

  push(chunk: Buffer, now: number): void {
    const lineEnds = new LineEnds(chunk)
    for (let start = 0; start < chunk.length && !this.isEndless;) {
      if (this.heldBytes === 0 && !this.dropping) start = this.skipEmptyLines(chunk, start)
      const end = this.endOfEvent(chunk, start, lineEnds)
      this.hold(chunk.subarray(start, end === -1 ? chunk.length : end), now)
      if (end === -1 || this.isEndless) return
      this.release(now)
      start = end
    }
  }

  /** What came after the last empty line. */
  rest(): Buffer {
    return this.dropping ? this.dropping.start : this.takeHeld()
  }

  private skipEmptyLines(chunk: Buffer, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) break
    }
    if (at > from) this.wasCarriageReturn = chunk[at - 1] === CARRIAGE_RETURN
    return at
  }

  /** Behind the empty line that ends the event; -1 when that is still to come. */
  private endOfEvent(chunk: Buffer, from: number, lineEnds: LineEnds): number {
    for (let at = from; at < chunk.length;) {
      const byte = chunk[at]
      const isSecondHalf = byte === LINE_FEED && this.wasCarriageReturn
      this.wasCarriageReturn = byte === CARRIAGE_RETURN
      if (isSecondHalf) at++
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        at++
        if (this.isLineEmpty) return at
        this.isLineEmpty = true
      } else {
        this.isLineEmpty = false
        at = lineEnds.after(at)
      }
    }
    return -1
  }

  private hold(piece: Buffer, now: number): void {
    if (piece.length === 0) return
    if (this.dropping) return this.drop(piece, now)
    if (this.heldBytes === 0) this.heldSince = now
    this.pieces.push(piece)
    this.heldBytes += piece.length
    if (this.pieces.length - this.joined >= LOOSE_PIECES) {
      this.joined = this.pieces.push(Buffer.concat(this.pieces.splice(this.joined)))
    }
    if (this.heldBytes <= this.limitBytes) return
    const held = this.takeHeld()
    // A copy, because the start is kept long after the rest is gone.
    const start = Buffer.from(firstBytes(held, KEPT_OF_TOO_LONG_BYTES))
    this.dropping = { start, bytes: 0, end: Buffer.alloc(0) }
    this.drop(held, now)
  }

  private drop(piece: Buffer, now: number): void {
    if (!this.dropping) return
    this.dropping.bytes += piece.length
    this.dropping.end = lastOf(this.dropping.end, piece)
    this.isEndless = this.dropping.bytes > this.endlessBytes
    if (this.isEndless) this.tellLong(now)
  }

  private release(now: number): void {
    this.isLineEmpty = true
    if (this.dropping) {
      this.tellLong(now)
      this.dropping = undefined
      return
    }
    const lines = withoutLineEnds(this.takeHeld())
    if (lines.length > 0) this.onEvent({ lines, arrival: this.arrival(now) })
  }

  private tellLong(now: number): void {
    if (!this.dropping) return
    const { isEndless } = this
    const { start, bytes, end } = this.dropping
    this.onEvent({
      lines: start,
      bytes,
      end: withoutLineEnds(end),
      isEndless,
      arrival: this.arrival(now)
    })
  }

  private arrival(now: number): Arrival {
    return { firstByteAt: this.heldSince, doneAt: now }
  }

  private takeHeld(): Buffer {
    const [first, ...others] = this.pieces
    const held = first !== undefined && others.length === 0 ? first : Buffer.concat(this.pieces)
    this.pieces = []
    this.joined = 0
    this.heldBytes = 0
    return held
  }
}

/** Finds ends of lines from left to right, and looks at each byte once. */
class LineEnds {
  private feedAt = -1
  private returnAt = -1

  constructor(private readonly chunk: Buffer) {}

  /** The first at or after `from`, or the end of the chunk. */
  after(from: number): number {
    if (this.feedAt < from) this.feedAt = this.find(LINE_FEED, from)
    if (this.returnAt < from) this.returnAt = this.find(CARRIAGE_RETURN, from)
    return Math.min(this.feedAt, this.returnAt)
  }

  private find(byte: number, from: number): number {
    const at = this.chunk.indexOf(byte, from)
    return at === -1 ? this.chunk.length : at
  }
}

function lastOf(...pieces: readonly Buffer[]): Buffer {
  const last = pieces.map((piece) => piece.subarray(-KEPT_OF_ITS_END_BYTES))
  return Buffer.concat(last).subarray(-KEPT_OF_ITS_END_BYTES)
}

function withoutLineEnds(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === LINE_FEED || bytes[end - 1] === CARRIAGE_RETURN)) end--
  return bytes.subarray(0, end)
}
