/** Whether servers may run. */
import { trustSubject, type TrustSubject } from './prompt'
import type { Parsed, QuestionRecord, Zod } from './record'

const ask = (z: Zod) =>
  z.strictObject({ kind: z.literal('trust'), subjects: z.array(trustSubject(z)).readonly() })
export type TrustAsk = Parsed<typeof ask>

const decision = (z: Zod) => z.enum(['trust', 'refuse', 'later'])
export type TrustDecision = Parsed<typeof decision>

const answer = (z: Zod) =>
  z.strictObject({
    kind: z.literal('trust'),
    /** By hash. */
    decisions: z.record(z.string().max(100), decision(z))
  })
export type TrustAnswer = Parsed<typeof answer>

export const trust = {
  ask,
  answer,
  title: ({ subjects }) => trustTitle(subjects),
  readFirst: 'Read to the end before you trust.',
  risk: ({ subjects }) => {
    const warnings = subjects.flatMap(({ warnings: own }) => own.map(({ message }) => message))
    const changed = subjects.some(({ isChanged }) => isChanged)
      ? ['It is no longer what it was.']
      : []
    const reasons = [...changed, ...warnings]
    if (reasons.length > 0) return { level: 'high', reasons }
    return { level: 'medium', reasons: ['It may do on this computer what you may do.'] }
  },
  unanswered: 'It does not run, and you are asked again.',
  isYes: ({ decisions }) => Object.values(decisions).includes('trust'),
  /** Only what was asked about counts, and what nothing was said about stays open. */
  judge: ({ subjects }, { decisions }) => {
    const decided = subjects.map(({ hash }): [string, TrustDecision] => [
      hash,
      (Object.hasOwn(decisions, hash) ? decisions[hash] : undefined) ?? 'later'
    ])
    return { answer: { kind: 'trust', decisions: Object.fromEntries(decided) } }
  },
  audit: {
    method: 'patchbay/trust',
    decision: ({ action, decision }) => {
      if (action === 'revoke') return 'revoked'
      return typeof decision === 'string' ? decision : undefined
    }
  }
} as const satisfies QuestionRecord<TrustAsk, TrustAnswer>

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
