/**
 * Finds what is wrong with the frames of one wire, given all that came before. Learns by watching
 * alone; never changes, delays or drops a frame, and never finds fault with our own.
 */
import { isObject } from '../../shared/json/json'
import type { FrameShape, Origin, RpcId } from '../../shared/protocol/json-rpc'
import type { TransportName } from '../../shared/servers/server-config'
import { problem } from '../../shared/shape/shape'
import type { Violation } from '../../shared/traffic/traffic'
import type { Pair } from '../traffic/pairing'
import { checkAnswer } from './answers'
import { Overheard } from './overheard'
import { duplicateKey } from './duplicate-key'
import { checkBatch, checkNotAFrame } from './framing'
import { checkNotification } from './notifications'
import { NOTHING, plus } from './plus'
import { checkRequest } from './requests'
import { violation } from '../traffic/violations'

/** A frame, and what it turned out to be, after all that came before. */
export type Observed = {
  readonly origin: Origin
  readonly shape: FrameShape
  readonly message: unknown
  readonly raw: string
  /** It is one of several messages in `raw`, which was looked through before. */
  readonly isPart?: boolean
  /** For an answer. */
  readonly pair?: Pair
  /** For a request whose id is in use already. */
  readonly isIdInUse?: boolean
  /** For a notification of the server that cancels a request of ours. */
  readonly cancelsOurs?: RpcId
}

export class Observer {
  private readonly overheard = new Overheard()

  constructor(private readonly transport: TransportName = 'stdio') {}

  /** Everything that is wrong with a frame. The same empty list each time when nothing is. */
  observe(frame: Observed): readonly Violation[] {
    const { origin, shape, message, raw, isPart } = frame
    if (origin === 'workbench') {
      this.overheard.say(shape)
      return NOTHING
    }
    const key = isPart ? undefined : duplicateKey(raw, message)
    const found = this.check(frame)
    return key === undefined
      ? found
      : plus(found, violation(this.overheard.revision, 'duplicate-key', key))
  }

  private check({
    shape,
    message,
    raw,
    pair,
    isIdInUse,
    cancelsOurs
  }: Observed): readonly Violation[] {
    const { overheard } = this
    switch (shape.kind) {
      case 'notification': {
        const found = plus(
          checkNotification(shape.method, shape.params, overheard),
          this.checkParams(shape.method, shape.params, message)
        )
        return cancelsOurs === undefined
          ? found
          : plus(found, violation(overheard.revision, 'cancels-our-request', cancelsOurs))
      }
      case 'result':
      case 'error':
        return checkAnswer(shape, pair, overheard)
      case 'request': {
        const { id, method, params } = shape
        const found = plus(
          checkRequest(method, params, overheard),
          this.checkParams(method, params, message)
        )
        const isReused = isIdInUse === true
        return isReused ? plus(found, violation(overheard.revision, 'duplicate-id', id)) : found
      }
      case 'batch':
        return checkBatch(shape, overheard)
      case 'not a frame':
        return plus(NOTHING, checkNotAFrame(shape.why, message, raw, overheard, this.transport))
    }
  }

  /** Parameters that are not an object are none, as far as the shape of the frame tells. */
  private checkParams(method: string, params: object, message: unknown): Violation | undefined {
    const given = isObject(message) ? message['params'] : undefined
    if (given === undefined || given === params) return undefined
    const says = `params ${problem(given, 'an object').says}`
    return violation(this.overheard.revision, 'invalid-params', method, says)
  }
}
