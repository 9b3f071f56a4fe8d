/** The numbers of our requests, and those that are built before they are made. */
import type { Params } from '../../shared/protocol/json-rpc'
import { frozenCopy } from '../values/frozen-copy'
import { withToken } from './progress'

/** What a request will send, whole and unchangeable. */
export type BuiltRequest = { readonly id: number; readonly params: Params }

export class OwnRequests {
  /** The newest number. */
  lastId = 0
  private readonly unsent = new WeakSet<BuiltRequest>()

  /** Whether somebody has sent this number by hand. */
  constructor(private readonly isTaken: (id: number) => boolean) {}

  /** An id that no request has had, and none will be given. */
  freshId(): number {
    do this.lastId++
    while (this.isTaken(this.lastId))
    return this.lastId
  }

  /** With a token for its progress. */
  build(params: Params): BuiltRequest {
    const id = this.freshId()
    const whole = withToken(params, id)
    const built = { id, params: Object.freeze({ ...whole, _meta: frozenCopy(whole._meta) }) }
    this.unsent.add(built)
    return built
  }

  /** As it was built, once, where nobody has sent its id by hand meanwhile; otherwise built anew. */
  next(
    params: Params | undefined,
    { built, hasToken }: { readonly built: BuiltRequest | undefined; readonly hasToken: boolean }
  ): { readonly id: number; readonly params: Params | undefined } {
    if (built && this.unsent.delete(built) && !this.isTaken(built.id)) return built
    const id = this.freshId()
    return { id, params: hasToken ? withToken(params, id) : params }
  }
}
