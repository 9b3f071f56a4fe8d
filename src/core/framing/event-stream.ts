/** Reads a stream of events from an HTTP response, within limits, and no faster than they are taken. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { Violation } from '../../shared/traffic/traffic'
import type { Arrival } from '../traffic/timing'
import { Backlog } from './backlog'
import { EventCutter, type EventLines, type LongEventLines } from './event-cutter'
import { badUtf8 } from './http-body'
import { decodeUtf8 } from './utf8'

export type StreamEvent = {
  readonly type: string
  readonly data: string
  /** Of the data. */
  readonly bytes: number
  readonly id?: string
  readonly violations?: readonly Violation[]
  /** The bytes of the data, where they are not UTF-8. */
  readonly original?: Uint8Array
  /** When the chunk came in which it began, and the one in which it ended. */
  readonly arrival: Arrival
}

/** An event that is over the limit. Its data are their beginning; what follows was dropped. */
export type LongEvent = StreamEvent & {
  /** The last of its data. */
  readonly end: string
  /** The event passed the endless limit, so the stream was ended. */
  readonly isEndless: boolean
}

export type EventReader = {
  readonly onEvent: (event: StreamEvent) => void
  readonly onLong?: (event: LongEvent) => void
  /** An id counts even when its event carries nothing. */
  readonly onId?: (id: string) => void
  readonly onRetry?: (ms: number) => void
  /** So many bytes came, be they a comment. Tells the time. */
  readonly onBytes: (count: number) => number
  /** Asked after each event: resolves when the next one can be taken. */
  readonly pause?: () => Promise<void> | undefined
  /** Resolves when more can be read; until then the rest stays with the sender. */
  readonly congestion?: () => Promise<void> | undefined
}

export type StreamEnding = 'ended' | 'cut' | 'too long'

export type EventStreamEnd = {
  readonly how: StreamEnding
  /** Of HTTP's parser, where it is why the stream was cut. */
  readonly fault?: string
  /** The data of the first event, or the beginning of them. */
  readonly start?: string
  /** The data of an event that the end of the stream cut off. */
  readonly rest?: string
  /** The bytes of `rest`, where they are not UTF-8. */
  readonly original?: Uint8Array
}

/** What an event may have beside the frame in it. */
const FIELDS_BYTES = 1_024
const KEPT_OF_START_CHARS = 16_000

export function readEvents(
  incoming: IncomingMessage,
  limitBytes: number,
  reader: EventReader,
  endlessBytes: number
): Promise<EventStreamEnd> {
  return new Promise((resolve) => {
    let isEndless = false
    let isEnding = false
    let start: string | undefined
    const parse = new EventParser(reader)
    const hear = (event: StreamEvent): void => {
      start ??= event.data.slice(0, KEPT_OF_START_CHARS)
      reader.onEvent(event)
    }
    const backlog = new Backlog(
      (event: EventLines | LongEventLines) => {
        if ('end' in event) reader.onLong?.(parse.long(event))
        else parse.take(event, hear)
      },
      () => reader.pause?.()
    )
    const cutter = new EventCutter(
      (event) => {
        if ('isEndless' in event && event.isEndless) isEndless = true
        backlog.push(event)
      },
      limitBytes + FIELDS_BYTES,
      Math.max(endlessBytes, limitBytes)
    )
    incoming.on('data', (chunk: Buffer) => {
      if (isEndless) return
      cutter.push(chunk, reader.onBytes(chunk.length))
      if (isEndless) incoming.destroy()
      const isFull = backlog.room ?? reader.congestion?.() // it never rejects
      if (!isFull) return
      incoming.pause()
      void isFull.then(() => incoming.resume())
    })
    const finish = async (): Promise<void> => {
      if (isEnding) return
      isEnding = true
      await backlog.room
      const rest = isEndless ? {} : parse.rest(cutter.rest())
      const how = isEndless ? 'too long' : incoming.complete ? 'ended' : 'cut'
      resolve({ how, ...rest, ...(start !== undefined && { start }) })
    }
    for (const end of ['end', 'close', 'error']) incoming.once(end, () => void finish()) // never rejects
  })
}

type Parsed = { readonly type: string; readonly data: string; readonly id?: string }

/** Knows the fields of events. Each event is given as a whole, so that nothing is left between two. */
class EventParser {
  private found: Parsed[] = []
  private isFirst = true
  private readonly parser: ReturnType<typeof createParser>

  constructor(private readonly reader: Pick<EventReader, 'onId' | 'onRetry'>) {
    this.parser = createParser({
      onEvent: (event) => this.found.push(parsedOf(event)),
      onId: (id) => this.reader.onId?.(id),
      ...(reader.onRetry && { onRetry: reader.onRetry })
    })
  }

  take({ lines, arrival }: EventLines, tell: (event: StreamEvent) => void): void {
    const first = this.isFirst ? withoutMark(lines) : lines
    this.isFirst = false
    const isValid = isUtf8(first)
    const original = isValid ? undefined : dataBytes(first)
    for (const event of this.parse(first.toString('utf8'))) {
      tell({ ...event, ...sizeOf(event.data, original), arrival })
    }
  }

  long({ lines, bytes, end, isEndless, arrival }: LongEventLines): LongEvent {
    const original = isUtf8(lines) ? undefined : dataBytes(lines)
    const [event = { type: 'message', data: '' }] = this.parse(lines.toString('utf8'))
    const tail = tailOf(end.toString('utf8'))
    if (tail.id !== undefined) this.reader.onId?.(tail.id)
    const size = { ...sizeOf(event.data, original), bytes }
    return { ...event, ...size, end: tail.data, isEndless, arrival }
  }

  rest(bytes: Buffer): Pick<EventStreamEnd, 'rest' | 'original'> {
    const data: string[] = []
    // Its id does not count, because the event did not come.
    const parser = createParser({ onEvent: (event) => void data.push(event.data) })
    parser.feed(`${bytes.toString('utf8')}\n\n`)
    const [rest] = data
    if (rest === undefined) return {}
    const original = isUtf8(bytes) ? undefined : dataBytes(bytes)
    return { rest, ...(original && { original }) }
  }

  private parse(lines: string): readonly Parsed[] {
    this.found = []
    this.parser.feed(`${lines}\n\n`)
    return this.found
  }
}

type Message = {
  readonly event?: string | undefined
  readonly data: string
  readonly id?: string | undefined
}

function parsedOf({ event, data, id }: Message): Parsed {
  return { type: event ?? 'message', data, ...(id !== undefined && { id }) }
}

/** The bytes of the data: in Latin-1 each byte is one character, and fields are found all the same. */
function dataBytes(lines: Buffer): Buffer | undefined {
  let data: string | undefined
  const parser = createParser({ onEvent: (event) => (data = event.data) })
  parser.feed(`${lines.toString('latin1')}\n\n`)
  return data === undefined ? undefined : Buffer.from(data, 'latin1')
}

function sizeOf(
  data: string,
  bytes: Buffer | undefined
): Pick<StreamEvent, 'bytes' | 'original' | 'violations'> {
  const { invalidUtf8At: at, original } = bytes ? decodeUtf8(bytes) : {}
  if (!bytes || at === undefined || !original) return { bytes: Buffer.byteLength(data) }
  return { bytes: bytes.length, original, violations: [badUtf8(at)] }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** A stream may begin with one, and it says nothing. */
function withoutMark(lines: Buffer): Buffer {
  const size = BYTE_ORDER_MARK.length
  return lines.subarray(0, size).equals(BYTE_ORDER_MARK) ? lines.subarray(size) : lines
}

/** What the last lines of an event say whose beginning is not among them. */
function tailOf(end: string): { readonly data: string; readonly id?: string } {
  const [first = '', ...lines] = end.split(/\r\n|\r|\n/)
  const valueOf = (name: string): string | undefined =>
    lines
      .findLast((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .replace(/^ /, '')
  const id = valueOf('id')
  return { data: valueOf('data') ?? first, ...(id !== undefined && { id }) }
}
