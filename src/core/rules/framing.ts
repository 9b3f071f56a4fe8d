/** The rules for what may be on the wire at all. */
import { isObject } from '../../shared/json/json'
import type { FrameShape, NotAFrame } from '../../shared/protocol/json-rpc'
import type { TransportName } from '../../shared/servers/server-config'
import type { Violation } from '../../shared/traffic/traffic'
import { partsLeftOut } from '../traffic/limits'
import { violation } from '../traffic/violations'
import { isUnreadable } from './answers'
import type { Overheard } from './overheard'
import { NOTHING, plus } from './plus'

const BATCHES_IN = '2025-03-26'
const BRACE = 0x7b
const BRACKET = 0x5b
const SPACE = 0x20

export function checkNotAFrame(
  why: NotAFrame,
  message: unknown,
  raw: string,
  overheard: Overheard,
  transport: TransportName
): Violation | undefined {
  const { revision } = overheard
  switch (why) {
    case 'is not JSON':
      return checkNotJson(beginsLikeAMessage(raw), revision, transport)
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

/** Only a process has an output that things other than messages can get into by mistake. */
function checkNotJson(
  isMeant: boolean,
  revision: string | undefined,
  transport: TransportName
): Violation {
  return transport === 'stdio' && !isMeant
    ? violation(revision, 'stdout-noise')
    : violation(revision, 'not-json', transport, isMeant)
}

export function checkBatch(
  { parts, total }: Extract<FrameShape, { kind: 'batch' }>,
  { revision }: Overheard
): readonly Violation[] {
  const found = revision === BATCHES_IN ? NOTHING : [violation(revision, 'batch', total)]
  const left = total - parts.length
  return left > 0 ? plus(found, partsLeftOut(left)) : found
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
