/** The questions that only main may ask, in a window of its own, a record each. */
import type { InputField, TrustSubject } from './prompt'
import type { AnswerOf } from './answers'
import type { WindowKind } from './asks'
import type { QuestionRecord } from './record'

type GivenValue = AnswerOf<'values'>['values'][string]

export const WINDOW_RECORDS = {
  trust: {
    title: ({ subjects }) => trustTitle(subjects),
    readFirst: 'Read to the end before you trust.',
    isYes: ({ decisions }) => Object.values(decisions).includes('trust'),
    /** Only what was asked about counts, and what nothing was said about stays open. */
    judge: ({ subjects }, { decisions }) => {
      const decided = subjects.map(({ hash }) => [
        hash,
        (Object.hasOwn(decisions, hash) ? decisions[hash] : undefined) ?? 'later'
      ])
      return {
        answer: {
          kind: 'trust',
          decisions: Object.fromEntries(decided) as AnswerOf<'trust'>['decisions']
        }
      }
    },
    audit: {
      method: 'patchbay/trust',
      decision: ({ action, decision }) => {
        if (action === 'revoke') return 'revoked'
        return typeof decision === 'string' ? decision : undefined
      }
    }
  },

  values: {
    title: ({ title }) => title,
    isYes: () => true,
    judge: ({ fields }, { values }) => {
      const given = fields.flatMap((field): [string, GivenValue][] => {
        const answer = Object.hasOwn(values, field.id) ? values[field.id] : undefined
        if (!answer || !isPossible(field, answer.value)) return []
        const isRemembered = answer.isRemembered && field.canRemember
        return [[field.id, { value: answer.value, isRemembered }]]
      })
      return { answer: { kind: 'values', values: Object.fromEntries(given) } }
    }
  },

  model: {
    title: ({ subject }) => `May Patchbay ask ${subject.model}?`,
    readFirst: 'Read to the end.',
    isYes: () => true
  },

  confirm: {
    title: ({ subject }) => subject.title,
    readFirst: 'Read to the end.',
    isYes: () => true,
    audit: { method: 'patchbay/confirm' }
  }
} as const satisfies { readonly [Kind in WindowKind]: QuestionRecord<Kind> }

function trustTitle(subjects: readonly TrustSubject[]): string {
  const [first] = subjects
  if (subjects.length !== 1 || !first) return `${subjects.length} servers want to run`
  const { name, isChanged } = first
  const now = isChanged ? ' as it is now' : ''
  return isReached(first) ? `May Patchbay connect to ${name}${now}?` : `May ${name} run${now}?`
}

/** It runs elsewhere: what starts is a connection. */
export function isReached({ lines }: TrustSubject): boolean {
  return lines.some(({ label, change }) => label === 'address' && change?.kind !== 'removed')
}

/** Whether it can be a value of the field. */
export function isPossible({ options }: InputField, value: string): boolean {
  return value !== '' && (options === undefined || options.includes(value))
}
