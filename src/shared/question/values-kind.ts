/** The values that a server needs. */
import { definitionLine, inputField, type InputField } from './prompt'
import type { Parsed, QuestionRecord, Zod } from './record'
import { has } from './words'

const ask = (z: Zod) =>
  z.strictObject({
    kind: z.literal('values'),
    title: z.string(),
    /** Why it is asked, where the title does not say so. */
    intro: z.exactOptional(z.string()),
    /** What one has to know for an answer, exactly. */
    lines: z.exactOptional(z.array(definitionLine(z)).readonly()),
    fields: z.array(inputField(z)).readonly(),
    /** A whole sentence: where remembered values are kept. */
    explanation: z.string()
  })
export type ValuesAsk = Parsed<typeof ask>

const givenValue = (z: Zod) =>
  z.strictObject({ value: z.string().max(100_000), isRemembered: z.boolean() })
export type GivenValue = Parsed<typeof givenValue>

const answer = (z: Zod) =>
  z.strictObject({
    kind: z.literal('values'),
    /** By the id of the field. */
    values: z.record(z.string().max(1_000), givenValue(z))
  })
export type ValuesAnswer = Parsed<typeof answer>

export const values = {
  ask,
  answer,
  title: ({ title }) => title,
  risk: ({ fields }) =>
    fields.some(({ isSecret }) => isSecret)
      ? { level: 'medium', reasons: ['A secret of yours goes to it.'] }
      : { level: 'low', reasons: ['What you write goes to it.'] },
  unanswered: 'It does not go on without them.',
  isYes: () => true,
  judge: ({ fields }, { values: all }) => {
    const given = fields.flatMap((field): [string, GivenValue][] => {
      const answer = Object.hasOwn(all, field.id) ? all[field.id] : undefined
      if (!answer || !isPossible(field, answer.value)) return []
      const isRemembered = answer.isRemembered && field.canRemember
      return [[field.id, { value: answer.value, isRemembered }]]
    })
    return { answer: { kind: 'values', values: Object.fromEntries(given) } }
  },
  audit: {
    method: 'patchbay/values',
    decision: (_, result) => (has(result, 'isGiven') ? 'given' : 'not given')
  }
} as const satisfies QuestionRecord<ValuesAsk, ValuesAnswer>

/** Whether it can be a value of the field. */
export function isPossible({ options }: InputField, value: string): boolean {
  return value !== '' && (options === undefined || options.includes(value))
}
