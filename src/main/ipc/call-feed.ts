import { toldSent } from '../../core/store/told-sent'
import type { Call, CallChange } from '../../shared/calls/call-contract'
import type { CallId } from '../../shared/protocol/ids'

/** Tells the window of calls; of each that runs, what was sent with it only once. */
export class CallFeed {
  private readonly told = new Set<CallId>()

  constructor(private readonly tellCalls: (changed: readonly CallChange[]) => void) {}

  tell(calls: readonly Call[]): void {
    this.tellCalls(calls.map((call) => this.changeOf(call)))
  }

  private changeOf(call: Call): CallChange {
    const isKnown = this.told.has(call.id)
    // After its outcome a call does not change any more.
    if (call.outcome) this.told.delete(call.id)
    else this.told.add(call.id)
    if (!isKnown) return toldSent(call)
    const { arguments: _args, meta: _meta, ...change } = call
    return change
  }
}
