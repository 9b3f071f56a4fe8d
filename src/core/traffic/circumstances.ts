import type { RpcId } from '../../shared/protocol/json-rpc'
import type { Violation } from '../../shared/traffic/traffic'
import type { Background } from './pairing'
import type { Arrival } from './timing'

/** What a transport knows of a frame, beside its text. */
export type Circumstances = {
  /** A person wrote it. */
  readonly isByHand?: boolean
  /** Of a request that was made before, and failed. */
  readonly isRetry?: boolean | undefined
  /** Why the request was sent automatically. */
  readonly background?: Background | undefined
  readonly violations?: readonly Violation[] | undefined
  /**
   * The request on whose own stream it came; null when it came on no such stream, and absent where
   * the transport has none.
   */
  readonly streamOf?: RpcId | null | undefined
  /** The request to which it is the response, where it may not name it itself. */
  readonly repliesTo?: RpcId | undefined
  /** The entry of the request that it answers, where its id may stand for several. */
  readonly answers?: number | undefined
  readonly arrival?: Arrival | undefined
  /** The entry of the exchange of HTTP that it came in. */
  readonly cameIn?: number | undefined
  /** Its bytes, where they are not UTF-8. */
  readonly original?: Uint8Array | undefined
}
