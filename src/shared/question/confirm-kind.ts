/** Whether to go on with something that is shown line by line, such as a certificate. */
import { confirmSubject } from './prompt'
import type { Parsed, QuestionRecord, Zod } from './record'

const ask = (z: Zod) => z.strictObject({ kind: z.literal('confirm'), subject: confirmSubject(z) })
export type ConfirmAsk = Parsed<typeof ask>

/** Yes to what was shown. */
const answer = (z: Zod) => z.strictObject({ kind: z.literal('confirm') })
export type ConfirmAnswer = Parsed<typeof answer>

export const confirm = {
  ask,
  answer,
  title: ({ subject }) => subject.title,
  readFirst: 'Read to the end.',
  risk: ({ subject: { warnings } }) =>
    warnings.length > 0
      ? { level: 'high', reasons: warnings }
      : { level: 'medium', reasons: ['It is done as soon as you agree.'] },
  unanswered: 'Nothing is done.',
  isYes: () => true,
  audit: {
    method: 'patchbay/confirm',
    decision: ({ isConfirmed }) => (isConfirmed === true ? 'confirmed' : 'not confirmed')
  }
} as const satisfies QuestionRecord<ConfirmAsk, ConfirmAnswer>
