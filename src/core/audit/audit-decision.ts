/** What was decided, in a word, as far as a record of ours is about a decision. */
import { isObject } from '../../shared/json'
import { valueIn } from './audit-value'

type Told = Readonly<Record<string, unknown>>
type Telling = (params: Told, result: unknown) => string | undefined

/** By what was written down instead of a person. */
const UNDECIDED: ReadonlyMap<unknown, string> = new Map([
  ['cancelled', 'taken back'],
  ['closed', 'session ended'],
  ['expired', 'not answered']
])

const ELICITED: ReadonlyMap<unknown, string> = new Map([
  ['accept', 'accepted'],
  ['decline', 'declined'],
  ['cancel', 'cancelled']
])

const POLICIES: ReadonlyMap<unknown, string> = new Map([
  ['ask', 'ask always'],
  ['once', 'ask once'],
  ['allow', 'allow'],
  ['deny', 'deny'],
  [null, 'by its risk']
])

const REFUSED: ReadonlyMap<unknown, (count: string) => string> = new Map([
  ['flood', (count: string) => `denied, ${count} too many`],
  ['paused', (count: string) => `denied while paused, ${count}`],
  ['repeated', (count: string) => `cancelled, ${count} again`]
])

/** By what was done. */
const SIGNED: ReadonlyMap<unknown, string> = new Map([
  ['sign in', 'signed in'],
  ['renew', 'renewed'],
  ['sign out', 'signed out'],
  ['forget', 'forgotten']
])

const CHANGED_SECRET: ReadonlyMap<unknown, string> = new Map([
  ['set', 'set'],
  ['remove', 'removed'],
  ['reveal values', 'revealed']
])

const TELLING: ReadonlyMap<string, Telling> = new Map<string, Telling>([
  ['patchbay/consent', ({ by }, result) => said(has(result, 'granted'), by, 'granted', 'denied')],
  [
    'patchbay/approval',
    ({ by }, result) => said(has(result, 'isApproved'), by, 'approved', 'not approved')
  ],
  [
    'patchbay/elicitation',
    ({ by }, result) => said(result === 'accept', by, 'accepted', ELICITED.get(result))
  ],
  ['patchbay/sampling', sampled],
  ['patchbay/roots', shared],
  ['patchbay/scopes', ({ by }, result) => said(has(result, 'isAllowed'), by, 'allowed', 'denied')],
  ['patchbay/sign-in', ({ action }, result) => done(result, SIGNED.get(action))],
  ['patchbay/policy', ({ policy }) => POLICIES.get(policy)],
  ['patchbay/grant', () => 'remembered'],
  ['patchbay/revoke', () => 'revoked'],
  ['patchbay/refused', ({ by, count }) => REFUSED.get(by)?.(String(count))],
  ['patchbay/pause', ({ isPaused }) => (isPaused === true ? 'paused' : 'resumed')],
  ['patchbay/trust', ({ action, decision }) => (action === 'revoke' ? 'revoked' : text(decision))],
  ['patchbay/secret', ({ action }, result) => done(result, CHANGED_SECRET.get(action))],
  ['patchbay/retention', () => 'forgotten'],
  ['patchbay/loss', () => 'missing'],
  ['patchbay/clock', () => 'clock set'],
  ['patchbay/config', (_, result) => done(result, 'changed')]
])

/** Of a record that has ended well. Texts may be cut, and then say nothing. */
export function decisionOf(method: string, params: string, result: string): string | undefined {
  const value = valueIn(params)
  return TELLING.get(method)?.(isObject(value) ? value : {}, valueIn(result))
}

function sampled({ by, action }: Told, result: unknown): string | undefined {
  if (isObject(result) && result['isAccepted'] === false) return said(false, by, '', 'declined')
  // A long question is cut, and nothing else tells an answer that was sent from one of a model.
  if (action === undefined && by === undefined) return undefined
  return action === undefined ? 'accepted' : 'answered'
}

function shared({ by, action }: Told, result: unknown): string | undefined {
  if (action === 'share') return 'shared'
  if (action === 'stop sharing') return 'no longer shared'
  const roots = isObject(result) ? result['roots'] : undefined
  if (!Array.isArray(roots)) return undefined
  return said(roots.length > 0, by, 'shared', 'nothing shared')
}

function said(isYes: boolean, by: unknown, yes: string, no?: string): string | undefined {
  return isYes ? yes : (UNDECIDED.get(by) ?? no)
}

function done(result: unknown, word: string | undefined): string | undefined {
  return isObject(result) && result['isDone'] === false ? 'declined' : word
}

function has(result: unknown, name: string): boolean {
  return isObject(result) && result[name] === true
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
