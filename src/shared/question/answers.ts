/**
 * What can be answered to each kind of question. A window can be taken over, so every answer is
 * parsed, and each window only has the answers to what it may show.
 */
import { z } from 'zod'
import { POLICIES } from './inbox'
import { isObject, type JsonObject } from '../json/json'
import type { QuestionKind, SheetKind, WindowAsk, WindowKind } from './asks'

const jsonObject = z.custom<JsonObject>(isObject, 'must be a JSON object')
/** The person knows that the answer does not fit, and wants it sent. */
const isForced = z.boolean().optional()

type Answers<Kind extends QuestionKind> = {
  readonly [K in Kind]: z.ZodType<{ readonly kind: K }>
}

const sheetAnswers = {
  consent: z.strictObject({
    kind: z.literal('consent'),
    isGranted: z.boolean(),
    /** For how long the same is granted without asking. */
    rememberMs: z.number().int().positive().optional()
  }),
  approval: z.strictObject({
    kind: z.literal('approval'),
    isApproved: z.boolean(),
    /** How it is to be from now on. */
    policy: z.enum(POLICIES).optional()
  }),
  form: z.union([
    z.strictObject({
      kind: z.literal('form'),
      action: z.literal('accept'),
      content: jsonObject,
      isForced
    }),
    z.strictObject({ kind: z.literal('form'), action: z.enum(['decline', 'cancel']) })
  ]),
  url: z.strictObject({
    kind: z.literal('url'),
    action: z.enum(['accept', 'decline', 'cancel'])
  }),
  sampling: z.union([
    z.strictObject({ kind: z.literal('sampling'), result: jsonObject, isForced }),
    z.strictObject({ kind: z.literal('sampling'), reason: z.string().max(10_000) })
  ]),
  /** With the folders that are on the list by now. */
  roots: z.strictObject({ kind: z.literal('roots'), isShared: z.boolean() }),
  /** A yes opens the browser. */
  scopes: z.strictObject({ kind: z.literal('scopes'), isAllowed: z.boolean() })
} as const satisfies Answers<SheetKind>

const TrustDecision = z.enum(['trust', 'refuse', 'later'])
export type TrustDecision = z.infer<typeof TrustDecision>

const windowAnswers = {
  trust: z.strictObject({
    kind: z.literal('trust'),
    /** By hash. */
    decisions: z.record(z.string().max(100), TrustDecision)
  }),
  values: z.strictObject({
    kind: z.literal('values'),
    /** By the id of the field. */
    values: z.record(
      z.string().max(1_000),
      z.strictObject({ value: z.string().max(100_000), isRemembered: z.boolean() })
    )
  }),
  /** It may be asked. */
  model: z.strictObject({ kind: z.literal('model') }),
  /** Yes to what was shown. */
  confirm: z.strictObject({ kind: z.literal('confirm') })
} as const satisfies Answers<WindowKind>

type AnswersByKind = {
  [K in QuestionKind]: z.infer<(typeof sheetAnswers & typeof windowAnswers)[K]>
}
export type AnswerOf<Kind extends QuestionKind> = AnswersByKind[Kind]

export const SheetAnswer = z.union(Object.values(sheetAnswers))
export type SheetAnswer = AnswerOf<SheetKind>

/** Also when the window is closed, or goes by itself. */
const dismissed = z.strictObject({ kind: z.literal('dismissed') })
export const WindowAnswer = z.union([...Object.values(windowAnswers), dismissed])
export type WindowAnswer = AnswerOf<WindowKind> | z.infer<typeof dismissed>

/** The two requests of the page in main's own window; it has no others. */
export const windowRequests = {
  'prompt.describe': { input: z.undefined(), output: undefined as unknown as WindowAsk },
  'prompt.answer': { input: WindowAnswer, output: undefined as void }
} as const
