/** A server asks whether it may do something. */
import { isObject, type Json, type JsonObject } from '../json/json'
import { riskOfAction } from './risk'
import { has, said, TITLE_CHARS } from './words'
import type { ServerRecord, Parsed, Zod } from './record'

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('consent'),
    action: z.string(),
    details: z.exactOptional(z.custom<Json>()),
    /** What it says that nobody has agreed on. */
    more: z.exactOptional(z.custom<JsonObject>(isObject))
  })
export type ConsentAsk = Parsed<typeof ask>

const answer = (z: Zod) =>
  z.strictObject({
    kind: z.literal('consent'),
    isGranted: z.boolean(),
    /** For how long the same is granted without asking. */
    rememberMs: z.number().int().positive().optional()
  })
export type ConsentAnswer = Parsed<typeof answer>

export const consent: ServerRecord<ConsentAsk, ConsentAnswer, [claimed: unknown]> = {
  ask,
  answer,
  name: 'Consent',
  title: ({ action, details }) => [action, ...textsIn(details)].join(' · ').slice(0, TITLE_CHARS),
  around: ['', ' asks whether it may do this'],
  notice: 'asks for your consent',
  readFirst: 'Read to the end before you allow it.',
  unanswered: 'Denied',
  isYes: ({ isGranted }) => isGranted,
  word: ({ isGranted, rememberMs }) => {
    if (!isGranted) return 'denied'
    return rememberMs === undefined ? 'allowed' : 'allowed and remembered'
  },
  risk: ({ action, details, more }, claimed) => riskOfAction(action, [details, more], claimed),
  audit: {
    method: 'patchbay/consent',
    decision: ({ by }, result) => said(has(result, 'granted'), by, 'granted', 'denied')
  },
  method: 'consent/request'
}

/** So that two questions that differ in little can be told apart in a list. */
function textsIn(details: Json | undefined): readonly string[] {
  const values: readonly unknown[] = isObject(details) ? Object.values(details) : []
  return values.filter((value) => typeof value === 'string').slice(0, 2)
}
