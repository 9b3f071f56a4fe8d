/**
 * Which request of one side has which progress token. Keeps those that wait, and the last that do
 * not: progress may come late. Tokens are keys, and 1 is not "1".
 */
import type { RpcId } from '../../shared/protocol/json-rpc'
import { LIMITS } from '../bounds/limits'
import { Recent } from '../bounds/recent'

export class Tokens {
  private readonly waiting = new Recent<RpcId, number>(LIMITS.progressTokens.most)
  private readonly over = new Recent<RpcId, number>(LIMITS.endedRemembered.most)

  /** A token that is given twice belongs to the later request. */
  begin(token: RpcId, seq: number): void {
    this.waiting.set(token, seq)
  }

  end(token: RpcId, seq: number): void {
    if (this.waiting.get(token) !== seq) return
    this.waiting.delete(token)
    this.over.set(token, seq)
  }

  /** The entry of the request; undefined where there is none, or none is remembered. */
  requestOf(token: RpcId): number | undefined {
    return this.waiting.get(token) ?? this.over.get(token)
  }
}
