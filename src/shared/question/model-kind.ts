/** Whether a model may be asked. */
import { modelSubject } from './prompt'
import type { Parsed, QuestionRecord, Zod } from './record'
import { has } from './words'

const ask = (z: Zod) => z.strictObject({ kind: z.literal('model'), subject: modelSubject(z) })
export type ModelAsk = Parsed<typeof ask>

/** It may be asked. */
const answer = (z: Zod) => z.strictObject({ kind: z.literal('model') })
export type ModelAnswer = Parsed<typeof answer>

export const model = {
  ask,
  answer,
  title: ({ subject }) => `May Patchbay ask ${subject.model}?`,
  readFirst: 'Read to the end.',
  risk: ({ subject: { leaves } }) =>
    leaves
      ? { level: 'medium', reasons: ['What servers ask leaves this machine.'] }
      : { level: 'low', reasons: ['What servers ask stays on this machine.'] },
  unanswered: 'Patchbay asks no model.',
  isYes: () => true,
  audit: {
    method: 'patchbay/model',
    decision: (_, result) => (has(result, 'isAllowed') ? 'allowed' : 'not allowed')
  }
} as const satisfies QuestionRecord<ModelAsk, ModelAnswer>
