/** Reads what an HTTP response carries, within limits, whatever its headers promise. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { Violation } from '../../shared/traffic'
import type { Arrival } from '../traffic/timing'

export type Body = {
  readonly text: string
  readonly bytes: number
  /** `cut` when the connection ended first; `too long` when we stopped reading. */
  readonly end: 'whole' | 'cut' | 'too long'
  /** Of HTTP's parser, where it is why the body was cut. */
  readonly fault?: string
  readonly violations?: readonly Violation[]
}

const KEPT_OF_TOO_LONG_BYTES = 64 * 1024
const CLAUSE = 'Transports, Streamable HTTP'

export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const pieces = new Pieces()
    let bytes = 0
    let isTooLong = false
    incoming.on('data', (chunk: Buffer) => {
      if (isTooLong) return
      pieces.push(chunk)
      bytes += chunk.length
      if (bytes <= limitBytes) return
      isTooLong = true
      incoming.destroy()
    })
    const finish = (): void => {
      const all = pieces.join()
      const kept = isTooLong ? all.subarray(0, KEPT_OF_TOO_LONG_BYTES) : all
      const end = isTooLong ? 'too long' : incoming.complete ? 'whole' : 'cut'
      resolve({ ...decode(kept), end })
    }
    incoming.once('end', finish)
    incoming.once('close', finish)
    incoming.once('error', finish)
  })
}

/** A body that comes byte by byte would cost a hundred times its size if each piece stayed alone. */
const LOOSE_PIECES = 1_024

class Pieces {
  private readonly joined: Buffer[] = []
  private loose: Buffer[] = []

  push(piece: Buffer): void {
    this.loose.push(piece)
    if (this.loose.length < LOOSE_PIECES) return
    this.joined.push(Buffer.concat(this.loose))
    this.loose = []
  }

  join(): Buffer {
    const [only, ...others] = [...this.joined, ...this.loose]
    if (only === undefined) return Buffer.alloc(0)
    return others.length === 0 ? only : Buffer.concat([only, ...others])
  }
}

function decode(bytes: Buffer): Omit<Body, 'end'> {
  const text = bytes.toString('utf8')
  if (isUtf8(bytes)) return { text, bytes: bytes.length }
  return { text, bytes: bytes.length, violations: [badUtf8(firstInvalidByte(bytes, text))] }
}

/** A replacement character that is not in the bytes stands for the first byte that is not UTF-8. */
function firstInvalidByte(bytes: Buffer, text: string): number {
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    const byte = Buffer.byteLength(text.slice(0, at))
    if (bytes.subarray(byte, byte + 3).toString('hex') !== 'efbfbd') return byte
  }
  return 0
}

export type StreamEvent = {
  readonly type: string
  readonly data: string
  readonly id?: string
  readonly violations?: readonly Violation[]
  /** When the chunk came in which it began, and the one in which it ended. */
  readonly arrival: Arrival
}

export type EventReader = {
  readonly onEvent: (event: StreamEvent) => void
  /** An id counts even when its event carries nothing. */
  readonly onId?: (id: string) => void
  readonly onRetry?: (ms: number) => void
  /** Anything at all came, comments included. Tells the time. */
  readonly onBytes: () => number
  /** Resolves when more can be taken; until then the rest stays with the sender. */
  readonly congestion?: () => Promise<void> | undefined
}

export type EventStreamEnd = {
  readonly how: 'ended' | 'cut' | 'too long'
  /** Of HTTP's parser, where it is why the stream was cut. */
  readonly fault?: string
  /** The data of an event that the end of the stream cut off. */
  readonly rest?: string
}

export function readEvents(
  incoming: IncomingMessage,
  limitBytes: number,
  reader: EventReader
): Promise<EventStreamEnd> {
  return new Promise((resolve) => {
    const decoder = new ChunkDecoder()
    let isTooLong = false
    let isOver = false
    let rest: string | undefined
    let now = 0
    let beganAt: number | undefined
    const parser = createParser({
      maxBufferSize: limitBytes,
      onEvent: ({ event, data, id }) => {
        if (isOver) rest = data
        else {
          const violations = decoder.takeViolations(data)
          reader.onEvent({
            type: event ?? 'message',
            data,
            ...(id !== undefined && { id }),
            ...(violations && { violations }),
            arrival: { firstByteAt: beganAt ?? now, doneAt: now }
          })
          beganAt = now
        }
      },
      onId: (id) => {
        if (!isOver) reader.onId?.(id)
      },
      ...(reader.onRetry && { onRetry: reader.onRetry }),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') isTooLong = true
      }
    })
    incoming.on('data', (chunk: Buffer) => {
      if (isTooLong) return
      now = reader.onBytes()
      beganAt ??= now
      const text = decoder.push(chunk)
      parser.feed(text)
      if (text.endsWith('\n\n') || text.endsWith('\r\n\r\n')) beganAt = undefined
      if (isTooLong) incoming.destroy()
      const isFull = reader.congestion?.() // it never rejects
      if (!isFull) return
      incoming.pause()
      void isFull.then(() => incoming.resume())
    })
    const finish = (): void => {
      if (isOver) return
      isOver = true
      if (!isTooLong) parser.feed('\n\n')
      const how = isTooLong ? 'too long' : incoming.complete ? 'ended' : 'cut'
      resolve({ how, ...(rest !== undefined && { rest }) })
    }
    incoming.once('end', finish)
    incoming.once('close', finish)
    incoming.once('error', finish)
  })
}

/** Keeps a character whole that is split over two chunks, and notices bytes that are not UTF-8. */
class ChunkDecoder {
  private tail: Buffer = Buffer.alloc(0)
  private isBad = false
  private wasNoted = false

  push(chunk: Buffer): string {
    const all = this.tail.length === 0 ? chunk : Buffer.concat([this.tail, chunk])
    const end = all.length - unfinishedBytes(all)
    const whole = end === all.length ? all : all.subarray(0, end)
    this.tail = all.subarray(end)
    if (!isUtf8(whole)) this.isBad = true
    else if (this.wasNoted) this.isBad = false
    this.wasNoted = false
    return whole.toString('utf8')
  }

  takeViolations(data: string): readonly Violation[] | undefined {
    if (!this.isBad) return undefined
    const at = data.indexOf('\ufffd')
    if (at === -1) return undefined
    this.wasNoted = true
    return [badUtf8(Buffer.byteLength(data.slice(0, at)))]
  }
}

/** How many bytes at the end are the start of a character whose rest is still to come. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? back : 0
  }
  return 0
}

function badUtf8(byte: number): Violation {
  return { rule: 'bad-utf8', message: `This is not UTF-8 at byte ${byte}.`, clause: CLAUSE }
}

export const TRUNCATED: Violation = {
  rule: 'truncated',
  message: 'The connection ended in the middle of this.',
  clause: CLAUSE
}

export function tooLong(limitBytes: number): Violation {
  const mebibytes = limitBytes / 1024 / 1024
  return {
    rule: 'frame-too-long',
    message: `This is the start of a frame that is longer than the ${mebibytes} MiB it may have.`,
    clause: 'Patchbay’s limit'
  }
}

export function unknownType(type: string): Violation {
  return {
    rule: 'unknown-event',
    message: `This is an event of type ${type.slice(0, 100)}, which the transport does not have.`,
    clause: CLAUSE
  }
}
