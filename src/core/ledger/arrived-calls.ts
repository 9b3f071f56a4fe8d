import type { EndedCall } from '../../shared/calls/call-contract'
import type { CallId } from '../../shared/protocol/ids'

/** Whose history it is. */
export type Names = Pick<EndedCall, 'serverId' | 'tool'>

type OfTool = { readonly names: Names; calls: EndedCall[] }

/**
 * Calls that have ended and are not written yet. However many end at once, only as many of a tool are
 * held and written as its history has room for.
 */
export class ArrivedCalls {
  private readonly tools = new Map<string, OfTool>()
  /** Those for which there is no room. */
  readonly surplus: CallId[] = []

  constructor(private readonly limit: () => number) {}

  add(call: EndedCall): void {
    const { serverId, tool } = call
    const key = JSON.stringify([serverId, tool])
    const ofTool = this.tools.get(key) ?? { names: { serverId, tool }, calls: [] }
    this.tools.set(key, ofTool)
    ofTool.calls.push(call)
    // Not each time, so that adding stays cheap.
    if (ofTool.calls.length >= 2 * this.limit()) ofTool.calls = this.newest(ofTool.calls)
  }

  /** The newest of each tool, oldest first. */
  byTool(): readonly { readonly names: Names; readonly calls: readonly EndedCall[] }[] {
    return [...this.tools.values()].map(({ names, calls }) => ({
      names,
      calls: this.newest(calls)
    }))
  }

  private newest(calls: readonly EndedCall[]): EndedCall[] {
    const byAge = calls.toSorted((one, other) => one.startedAt - other.startedAt)
    const first = Math.max(0, byAge.length - this.limit())
    this.surplus.push(...byAge.slice(0, first).map(({ id }) => id))
    return byAge.slice(first)
  }
}
