/** Asks whether more may be granted to a server than its person has signed in for. */
import type { ServerId } from '../../shared/ids'
import type { Risk, ScopesAsk } from '../../shared/inbox'
import { deciderOf, tookOf, type AskingParts } from './asking'

const AUDITED = 'patchbay/scopes'
const RISK: Risk = {
  level: 'medium',
  reasons: ['The server can do more in your name with the new scopes, in this call and in others.']
}

/** What a server writes is shown whole, so it may not be endless. */
const MOST_SCOPES = 200
const LONGEST = 1_000

/** `isCut`: the server named more than these. */
export type WantedScopes = Omit<ScopesAsk, 'kind'> & { readonly isCut?: boolean }

export class ScopeQuestions {
  /** What ends when the session of its server does. */
  private readonly waiting = new Map<ServerId, Set<AbortController>>()

  constructor(private readonly parts: AskingParts) {}

  /**
   * Whether the person allows it; nobody does where it is more than they could read. `calls` is aborted
   * when no call waits for it any more.
   */
  async ask(serverId: ServerId, wanted: WantedScopes, calls: AbortSignal): Promise<boolean> {
    const { inbox, audit, running } = this.parts
    const { action, newScopes, allScopes, reason, isCut = false } = wanted
    const params = { tool: action, newScopes, allScopes }
    if (
      isCut ||
      allScopes.length > MOST_SCOPES ||
      allScopes.some(({ length }) => length > LONGEST)
    ) {
      const why = 'More scopes than a person could read.'
      audit.note({
        serverId,
        method: AUDITED,
        params: { ...params, newScopes: newScopes.length, allScopes: allScopes.length, why },
        result: { isAllowed: false }
      })
      return false
    }
    const ask: ScopesAsk = {
      kind: 'scopes',
      action,
      newScopes,
      allScopes,
      ...(reason !== undefined && { reason: reason.slice(0, LONGEST) })
    }
    const during = [...new Set(running?.(serverId) ?? [])]
    const ended = await this.whileOpen(serverId, calls, (signal) =>
      inbox.ask({ serverId, ask, risk: RISK, signal, during })
    )
    const answer = ended.leaving === 'answered' ? ended.answer : undefined
    const isAllowed = answer?.kind === 'scopes' && answer.isAllowed
    audit.note({
      serverId,
      method: AUDITED,
      params: { ...params, by: deciderOf(ended) },
      result: { isAllowed },
      ...tookOf(ended)
    })
    return isAllowed
  }

  /** The session of the server is over, and with it the call that waited. */
  giveUp(serverId: ServerId): void {
    for (const controller of this.waiting.get(serverId) ?? []) controller.abort('closed')
  }

  private async whileOpen<T>(
    serverId: ServerId,
    calls: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>
  ): Promise<T> {
    const controller = new AbortController()
    const waiting = this.waiting.get(serverId) ?? new Set()
    this.waiting.set(serverId, waiting.add(controller))
    try {
      return await work(AbortSignal.any([controller.signal, calls]))
    } finally {
      waiting.delete(controller)
      if (waiting.size === 0) this.waiting.delete(serverId)
    }
  }
}
