/** How Patchbay says that a message is longer than a frame of this server may be. */
import type { WireFailure } from '../../shared/protocol/failure'
import type { Violation } from '../../shared/traffic/traffic'
import { preview } from '../text/preview'

/** How much is kept of a message that is too long. */
export const KEPT_OF_TOO_LONG_BYTES = 64 * 1024

const CLAUSE = 'Patchbay’s limit'
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const

/** Rounded up, so that what is over a limit never reads as being at it. */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${Math.ceil(size * 10) / 10} ${UNITS[unit]}`
}

/** A message of the server that is over the limit. */
export type LongMessage = {
  readonly bytes: number
  readonly limitBytes: number
  readonly start: string
  /** The message was not read to its end, so `bytes` is a lower bound. */
  readonly isPart?: boolean | undefined
}

/** What stands beside the beginning of a message that was skipped. */
export function skipped(
  { bytes, limitBytes, isPart }: Omit<LongMessage, 'start'>,
  isKnown = true
): Violation {
  const whose = isKnown
    ? ''
    : ' Neither its start nor its end names the request that it answers, so every request keeps waiting, up to its own time limit.'
  const exact = bytes.toLocaleString('en-GB')
  const size = `${isPart === true ? 'more than ' : ''}${sizeText(bytes)} (${exact} bytes)`
  return {
    rule: 'frame-too-long',
    message: `This is the start of a message of ${size}, more than the limit of ${sizeText(limitBytes)}. The rest was skipped.${whose}`,
    clause: CLAUSE
  }
}

/** What stands beside the beginning of a message that was not read to its end. */
export function endless(bytes: number, consequence: string): Violation {
  const exact = bytes.toLocaleString('en-GB')
  const message = `This is the start of a message that reached ${exact} bytes without ending. ${consequence}`
  return { rule: 'frame-too-long', message, clause: CLAUSE }
}

/** What becomes of the request that such a message answers. */
export function tooLongFailure({ bytes, limitBytes, start, isPart }: LongMessage): WireFailure {
  const size = `${isPart === true ? 'more than ' : ''}${sizeText(bytes)}`
  const message = `The server answered with a message of ${size}, more than the limit of ${sizeText(limitBytes)}, so Patchbay skipped it. It starts with: ${preview(start)}`
  return { class: 'not-an-answer', message, isUnsent: false, isTooLong: true }
}
