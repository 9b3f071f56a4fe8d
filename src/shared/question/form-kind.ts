/** A server asks for values. */
import { isObject, type JsonObject } from '../json/json'
import { checkForm } from './form-fit'
import { ACTIONS, elicited, TITLE_CHARS } from './words'
import type { ServerRecord, Parsed, Zod } from './record'

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('form'),
    message: z.string(),
    schema: z.custom<JsonObject>(isObject),
    /** The fields that seem to want something secret. */
    secretFields: z.array(z.string()).readonly()
  })
export type FormAsk = Parsed<typeof ask>

const answer = (z: Zod) =>
  z.union([
    z.strictObject({
      kind: z.literal('form'),
      action: z.literal('accept'),
      content: z.custom<JsonObject>(isObject, 'must be a JSON object'),
      /** You know that it does not fit, and want it sent. */
      isForced: z.boolean().optional()
    }),
    z.strictObject({ kind: z.literal('form'), action: z.enum(['decline', 'cancel']) })
  ])
export type FormAnswer = Parsed<typeof answer>

export const form: ServerRecord<FormAsk, FormAnswer> = {
  ask,
  answer,
  name: 'Values',
  title: ({ message }) => message.slice(0, TITLE_CHARS),
  around: ['', ' asks you for values'],
  notice: 'asks you for values',
  readFirst: 'Read to the end before you send it.',
  unanswered: 'Cancelled',
  isYes: ({ action }) => action === 'accept',
  word: ({ action }) => ACTIONS[action],
  risk: ({ secretFields }) =>
    secretFields.length > 0
      ? { level: 'high', reasons: ['It seems to ask for something secret.'] }
      : { level: 'low', reasons: ['What you write goes to the server.'] },
  judge: (ask, answer) => {
    if (answer.action !== 'accept') return { answer }
    const { isForced, ...fitting } = answer
    const verdict = checkForm(ask, answer.content)
    if (verdict.kind !== 'fails') return { answer: fitting }
    if (isForced) return { answer }
    const [first] = verdict.findings
    const misfit = `The server asked for something else. ${first?.message ?? ''}`.trim()
    return { misfit, details: verdict.findings }
  },
  audit: { method: 'patchbay/elicitation', decision: elicited },
  method: 'elicitation/create'
}
