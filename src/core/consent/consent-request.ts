/** `consent/request`: a server of the older era asks whether it may do something. The default is no. */
import { CONSENT_ONCE_MS } from '../../shared/question/inbox'
import type { ConsentAsk } from '../../shared/question/consent-kind'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import { isObject, type Json, type JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import type { InputHandler } from '../conversation/input'
import { RpcError } from '../conversation/rpc-peer'
import {
  answerIn,
  askPerson,
  INVALID_PARAMS,
  noteUnanswered,
  recorded,
  recordedOnce,
  type AskingParts
} from './asking'
import type { Grants, GrantScope } from './grants'
import type { Identity } from './identity'

const { risk: riskOf, audit: AUDIT, method: METHOD } = SHEET_RECORDS.consent

export type ConsentParts = AskingParts & {
  readonly grants: Grants
  readonly clock: Clock
  readonly identify: (serverId: GrantScope['serverId']) => Identity
}

type Consent = { granted: boolean; remember: boolean; expires_at?: string }

export function consentHandler(parts: ConsentParts): InputHandler {
  const { grants, inbox, audit, clock } = parts
  return async (params, signal, asker): Promise<Consent> => {
    const { serverId } = asker
    const ask = consentAsk(params)
    const { action, details, more } = ask
    const risk = riskOf(ask, params['risk_level'])
    const { name, hash: identity, tools, running } = parts.identify(serverId)
    const said = more ? { details: details ?? null, more } : details
    const scope = { serverId, identity, method: METHOD, tools, running, action, details: said }
    const written = { action, details, ...(more && { more }), risk }
    const effect = { serverId, method: AUDIT.method, params: written }
    const canBeKnown = risk.level !== 'high' && !inbox.isPaused(serverId)
    const until = canBeKnown ? grants.until(scope) : undefined
    if (until !== undefined) {
      if (!inbox.admits(serverId)) {
        inbox.refuse({ serverId, ask, risk, signal }, 'flood')
        return { granted: false, remember: false }
      }
      const byGrant = { ...effect, params: { ...written, by: 'grant' } }
      return recorded(parts, byGrant, async () => granted(until, true))
    }
    // One who asks while other tools run asks for something else.
    const ended = await askPerson(parts, {
      ask,
      risk,
      signal,
      asker,
      scope: `${identity} ${tools}`
    })
    const answer = answerIn(ended)
    if (!answer?.isGranted) {
      const result = { granted: false, remember: false }
      noteUnanswered(parts, ended, { ...effect, result })
      return result
    }
    const { rememberMs } = answer
    return recordedOnce(parts, ended, effect, async () => {
      if (rememberMs === undefined || risk.level === 'high') {
        return granted(clock.wall() + CONSENT_ONCE_MS, false)
      }
      const consent = granted(grants.add(scope, name, rememberMs), true)
      const params = { action, details, expiresAt: consent.expires_at }
      audit.note({ serverId, method: 'patchbay/grant', params })
      return consent
    })
  }
}

function granted(until: number, remember: boolean): Consent {
  return { granted: true, remember, expires_at: new Date(until).toISOString() }
}

function consentAsk(params: Params): ConsentAsk {
  const { action, details, risk_level: _risk, ...more } = params
  if (typeof action !== 'string' || action === '') {
    throw new RpcError(INVALID_PARAMS, 'params.action has to say what is to be done.')
  }
  if (details !== undefined && !isObject(details)) {
    throw new RpcError(INVALID_PARAMS, 'params.details has to be an object.')
  }
  return {
    kind: 'consent',
    action,
    ...(details && { details: details as Json }),
    ...(Object.keys(more).length > 0 && { more: more as JsonObject })
  }
}
