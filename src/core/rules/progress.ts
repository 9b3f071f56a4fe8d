/** The rules of progress: a known token, of a request that still runs, and numbers that increase. */
import type { Params, RpcId } from '../../shared/protocol/json-rpc'
import { describeProblem, id, number, objectOf, text } from '../../shared/shape/shape'
import type { Violation } from '../../shared/traffic/traffic'
import { LIMITS } from '../bounds/limits'
import { keyOf } from '../text/long-text'
import { Recent } from '../bounds/recent'
import { violation } from '../traffic/violations'

/** Tokens are kept, and handed in, as keys; only what a server sends has to be made one. */
export class ProgressTokens {
  /** The last progress of each request that runs. */
  private readonly running = new Map<RpcId, { last: number }>()
  private readonly over = new Recent<RpcId, 'answered' | 'cancelled'>(LIMITS.progressTokens.most)
  private hasForgotten = false

  begin(token: RpcId): void {
    this.over.delete(token)
    this.running.set(token, { last: -Infinity })
    if (this.running.size > LIMITS.progressTokens.most) this.forgetOldest()
  }

  end(token: RpcId): void {
    this.finish(token, 'answered')
  }

  cancel(token: RpcId): void {
    this.finish(token, 'cancelled')
  }

  check(params: Params, revision: string | undefined): Violation | undefined {
    const token = params['progressToken'] as RpcId
    const progress = Number(params['progress'])
    const request = this.running.get(keyOf(token))
    if (!request) return this.checkOver(token, revision)
    const { last } = request
    if (progress <= last) {
      return violation(revision, 'progress-not-increasing', token, progress, last)
    }
    request.last = progress
    return undefined
  }

  private checkOver(token: RpcId, revision: string | undefined): Violation | undefined {
    const end = this.over.get(keyOf(token))
    if (end === 'answered') return violation(revision, 'progress-after-end', token)
    // Progress of a cancelled request may have been on its way already.
    if (end === 'cancelled' || this.hasForgotten || this.over.hasForgotten) return undefined
    return violation(revision, 'progress-unknown-token', token)
  }

  private finish(token: RpcId, end: 'answered' | 'cancelled'): void {
    if (!this.running.delete(token)) return
    this.over.set(token, end)
  }

  private forgetOldest(): void {
    this.hasForgotten = true
    for (const oldest of this.running.keys()) {
      this.running.delete(oldest)
      break
    }
  }
}

const tokenShape = objectOf({ progressToken: id })
const progressShape = objectOf({ progress: number }, { total: number, message: text })

export function checkProgress(
  params: Params,
  tokens: ProgressTokens,
  revision: string | undefined
): Violation | undefined {
  const nameless = tokenShape(params)
  if (nameless) {
    const problem = describeProblem('params', nameless)
    return violation(revision, 'invalid-params', 'notifications/progress', problem)
  }
  const wrong = progressShape(params)
  if (wrong) return violation(revision, 'invalid-progress', describeProblem('params', wrong))
  return tokens.check(params, revision)
}
