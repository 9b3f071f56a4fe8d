/** What was decided, in a word, as far as a record of ours is about a decision. */
import { isObject } from '../../shared/json/json'
import type { QuestionAudit } from '../../shared/question/record'
import { QUESTION_AUDITS } from '../../shared/question/records'
import { valueIn } from './audit-value'

type Telling = NonNullable<QuestionAudit['decision']>

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
  ...QUESTION_AUDITS.flatMap(({ method, decision }): [string, Telling][] =>
    decision ? [[method, decision]] : []
  ),
  ['patchbay/sign-in', ({ action }, result) => done(result, SIGNED.get(action))],
  ['patchbay/policy', ({ policy }) => POLICIES.get(policy)],
  ['patchbay/grant', () => 'remembered'],
  ['patchbay/revoke', () => 'revoked'],
  ['patchbay/refused', ({ by, count }) => REFUSED.get(by)?.(String(count))],
  ['patchbay/pause', ({ isPaused }) => (isPaused === true ? 'paused' : 'resumed')],
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

function done(result: unknown, word: string | undefined): string | undefined {
  return isObject(result) && result['isDone'] === false ? 'declined' : word
}
