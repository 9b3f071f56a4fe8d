/** Reads what an HTTP response carries, within limits, whatever its headers promise. */
import type { IncomingMessage } from 'node:http'
import type { Violation } from '../../shared/traffic/traffic'
import { KEPT_OF_TOO_LONG_BYTES } from './frame-limit'
import { decodeUtf8, firstBytes } from './utf8'

export type Body = {
  /** All of it, or the beginning of what is too long. */
  readonly text: string
  /** Of all that came. */
  readonly bytes: number
  /** `cut` when the connection ended first; `too long` when only the beginning was kept. */
  readonly end: 'whole' | 'cut' | 'too long'
  /** The last of what is too long. */
  readonly tail?: string
  /** What is too long was not read to its end. */
  readonly isPart?: boolean
  /** The bytes that `text` stands for, where they are not UTF-8. */
  readonly original?: Uint8Array
  /** Of HTTP's parser, where it is why the body was cut. */
  readonly fault?: string
  readonly violations?: readonly Violation[]
}

const KEPT_OF_ITS_END_BYTES = 1024
const CLAUSE = 'Transports, Streamable HTTP'

/** What is over the limit is dropped, and what seems to have no end is not read any further. */
export function readBody(
  incoming: IncomingMessage,
  limitBytes: number,
  endlessBytes = limitBytes
): Promise<Body> {
  return new Promise((resolve) => {
    let pieces = new Pieces()
    let bytes = 0
    let start: Buffer | undefined
    let tail = Buffer.alloc(0)
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (start) tail = lastOf(Buffer.concat([tail, lastOf(chunk)]))
      else {
        pieces.push(chunk)
        if (bytes <= limitBytes) return
        const held = pieces.join()
        pieces = new Pieces()
        // A copy, because the start is kept long after the rest is gone.
        start = Buffer.from(firstBytes(held, KEPT_OF_TOO_LONG_BYTES))
        tail = lastOf(held)
      }
      if (bytes > endlessBytes) incoming.destroy()
    })
    const finish = (): void => {
      if (start) {
        const isPart = !incoming.complete
        const long = { end: 'too long', tail: tail.toString('utf8'), isPart } as const
        return resolve({ ...decode(start), bytes, ...long })
      }
      const all = pieces.join()
      const end = incoming.complete ? 'whole' : 'cut'
      resolve({ ...decode(all), bytes, end })
    }
    incoming.once('end', finish)
    incoming.once('close', finish)
    incoming.once('error', finish)
  })
}

function lastOf(bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.subarray(-KEPT_OF_ITS_END_BYTES))
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

function decode(bytes: Buffer): Pick<Body, 'text' | 'original' | 'violations'> {
  const { text, original, invalidUtf8At: at } = decodeUtf8(bytes)
  return original ? { text, original, violations: [badUtf8(at ?? 0)] } : { text }
}

export function badUtf8(byte: number): Violation {
  return { rule: 'bad-utf8', message: `This is not UTF-8 at byte ${byte}.`, clause: CLAUSE }
}

export const TRUNCATED: Violation = {
  rule: 'truncated',
  message: 'The connection ended in the middle of this.',
  clause: CLAUSE
}

export function unknownType(type: string): Violation {
  return {
    rule: 'unknown-event',
    message: `This is an event of type ${type.slice(0, 100)}, which the transport does not have.`,
    clause: CLAUSE
  }
}
