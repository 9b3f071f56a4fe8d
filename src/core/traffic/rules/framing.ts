/** The rules for what may be on the wire at all. */
import { isObject } from '../../../shared/json'
import type { NotAFrame } from '../../../shared/json-rpc'
import type { Violation } from '../../../shared/traffic'
import { violation } from '../violations'
import { isUnreadable } from './answers'
import type { Overheard } from './overheard'

const BATCHES_IN = '2025-03-26'
const BRACE = 0x7b
const BRACKET = 0x5b
const SPACE = 0x20

export function checkNotAFrame(
  why: NotAFrame,
  message: unknown,
  raw: string,
  overheard: Overheard
): Violation | undefined {
  const { revision } = overheard
  switch (why) {
    case 'is not JSON':
      return violation(revision, beginsLikeAMessage(raw) ? 'not-json' : 'stdout-noise')
    case 'has both a result and an error':
      return violation(revision, 'result-and-error')
    case 'is an error without an id': {
      const mayLack = revision !== undefined && !overheard.isBefore('2025-11-25')
      const error = isObject(message) && !('id' in message) ? message['error'] : undefined
      return mayLack && isUnreadable(error) ? undefined : violation(revision, 'not-json-rpc', why)
    }
    default:
      return violation(revision, 'not-json-rpc', why)
  }
}

export function checkBatch(parts: number, { revision }: Overheard): Violation | undefined {
  return revision === BATCHES_IN ? undefined : violation(revision, 'batch', parts)
}

/** A log line may begin with a bracket, but then not with what begins a value inside it. */
function beginsLikeAMessage(raw: string): boolean {
  const first = nextAfterSpace(raw, 0)
  if (raw.charCodeAt(first) === BRACE) return true
  if (raw.charCodeAt(first) !== BRACKET) return false
  return '{["]'.includes(raw.charAt(nextAfterSpace(raw, first + 1)))
}

function nextAfterSpace(raw: string, from: number): number {
  let at = from
  while (raw.charCodeAt(at) <= SPACE) at++
  return at
}
