import { Ban, ShieldCheck, ShieldQuestionMark, type LucideIcon } from 'lucide-react'
import type { Policy } from '../../../../shared/question/inbox'
import styles from './tool-list.module.css'

const MARKS: Readonly<Record<Policy, { readonly Icon: LucideIcon; readonly words: string }>> = {
  ask: { Icon: ShieldQuestionMark, words: 'always asks' },
  once: { Icon: ShieldQuestionMark, words: 'asks once per run' },
  allow: { Icon: ShieldCheck, words: 'allowed' },
  deny: { Icon: Ban, words: 'denied' }
}

/** As it is said in the header of the tool. */
export function policyMarkWords(policy: Policy): string {
  return MARKS[policy].words
}

/** What the person has set about calls of a tool, small, for the list. */
export function PolicyMark({ policy }: { readonly policy: Policy }) {
  const { Icon, words } = MARKS[policy]
  const label = `you have set: ${words}`
  return (
    <span role="img" aria-label={label} title={label} className={styles['sign']}>
      <Icon aria-hidden="true" size={12} />
    </span>
  )
}
