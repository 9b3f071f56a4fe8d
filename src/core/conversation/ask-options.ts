/** How a request of ours is to be made. */
import type { Waiting } from '../../shared/calls/call'
import type { SendOptions } from '../wire/wire'
import type { RequestOptions } from './rpc-peer'

export type AskOptions = RequestOptions & {
  /** Asking twice changes nothing at the server. */
  readonly isRepeatable: boolean
  /** When the request is to be made again, and why; undefined once it is. */
  readonly onWait?: (waiting: Waiting | undefined) => void
}

export type RawOptions = SendOptions & {
  /** The person knows that its answer may be taken for another. */
  readonly isForced: boolean
}
