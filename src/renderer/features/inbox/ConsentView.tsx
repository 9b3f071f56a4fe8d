import { useState } from 'react'
import { CONSENT_ONCE_MS } from '../../../shared/question/inbox'
import { visibleText } from '../../../shared/text/visible-text'
import { Select } from '../../ui/controls/Select'
import { DecisionFrame } from './item/DecisionFrame'
import { REMEMBERED } from './item/inbox-words'
import type { ViewProps } from './item/view-props'
import { WholeValue } from './item/WholeValue'
import styles from './item/inbox.module.css'

const ONCE = `The server is told that consent expires after ${CONSENT_ONCE_MS / 60_000} minutes if it is not remembered.`

export function ConsentView({ item, ask, onAnswer, ...frame }: ViewProps<'consent'>) {
  const [remember, setRemember] = useState('')
  const canRemember = item.risk.level !== 'high'

  function answer(isGranted: boolean): void {
    const isKept = isGranted && canRemember && remember !== ''
    onAnswer({ kind: 'consent', isGranted, ...(isKept && { rememberMs: Number(remember) }) })
  }

  return (
    <DecisionFrame {...frame} item={item} title="Action" action={ask.action} onDecide={answer}>
      <h4 className={styles['label']}>Details</h4>
      <WholeValue value={ask.details ?? {}} />
      {ask.more && (
        <>
          <h4 className={styles['label']}>It also says</h4>
          <WholeValue value={ask.more} />
        </>
      )}
      {canRemember ? (
        <Select
          label="Remember"
          value={remember}
          options={REMEMBERED}
          onChange={setRemember}
          hint={`If you allow it: exactly this action with exactly these details${whileRunning(item.during)}. You can revoke this in the inbox. ${ONCE}`}
        />
      ) : (
        <p className={styles['hint']}>Consent to a high-risk action is never remembered. {ONCE}</p>
      )}
    </DecisionFrame>
  )
}

/** Another tool has to ask for itself. */
function whileRunning(during: readonly string[]): string {
  if (during.length === 0) return ', while no tool is called'
  return `, while ${visibleText(during.join(', '))} ${during.length === 1 ? 'runs' : 'run'}`
}
