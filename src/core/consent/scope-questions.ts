/** Asks whether more may be granted to a server than its person has signed in for. */
import type { ServerId } from '../../shared/protocol/ids'
import type { ScopesAsk } from '../../shared/question/scopes-kind'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import { LIMITS } from '../bounds/limits'
import { SessionBound } from '../question/session-bound'
import { answerIn, deciderOf, tookOf, type AskingParts } from './asking'

const { risk: riskOf, audit: AUDIT } = SHEET_RECORDS.scopes

/** What a server writes is shown whole, so it may not be endless. */
const MOST_SCOPES = LIMITS.scopesAsked.most
const LONGEST = LIMITS.scopeAskedChars.most

/** `isCut`: the server named more than these. */
export type WantedScopes = Omit<ScopesAsk, 'kind'> & { readonly isCut?: boolean }

export class ScopeQuestions {
  private readonly bound = new SessionBound()

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
        method: AUDIT.method,
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
    const risk = riskOf(ask)
    const ended = await this.bound.ask(
      serverId,
      (signal) => inbox.ask({ serverId, ask, risk, signal, during }),
      calls
    )
    const isAllowed = answerIn(ended)?.isAllowed === true
    audit.note({
      serverId,
      method: AUDIT.method,
      params: { ...params, by: deciderOf(ended) },
      result: { isAllowed },
      ...tookOf(ended)
    })
    return isAllowed
  }

  /** The session of the server is over, and with it the call that waited. */
  giveUp(serverId: ServerId): void {
    this.bound.end(serverId)
  }
}
