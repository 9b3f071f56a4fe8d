import { useState } from 'react'
import type { Policy } from '../../../shared/question/inbox'
import { Button } from '../../ui/controls/Button'
import { Field } from '../../ui/controls/Field'
import { ServerText } from '../../ui/text/ServerText'
import { ChangedParts } from './ChangedParts'
import { ItemFrame } from './item/ItemFrame'
import { PolicySelect } from './item/PolicySelect'
import type { ViewProps } from './item/view-props'
import { WholeValue } from './item/WholeValue'
import styles from './item/inbox.module.css'

const HINTS: Readonly<Partial<Record<Policy | '', string>>> = {
  allow: 'Goes together only with calling it now.',
  deny: 'Goes together only with not calling it now.',
  once: 'About calls that you do not make by hand.'
}

export function ApprovalView({ ask, onAnswer, ...frame }: ViewProps<'approval'>) {
  const [policy, setPolicy] = useState<Policy>()
  const { change, serverChange, frame: text } = ask

  // Whoever does not want it called does not allow it from now on, and the other way round.
  const [canCall, canRefuse] = [policy !== 'deny', policy !== 'allow']

  function answer(isApproved: boolean): void {
    onAnswer({ kind: 'approval', isApproved, ...(policy && { policy }) })
  }

  return (
    <ItemFrame
      {...frame}
      onAllow={canCall ? () => answer(true) : undefined}
      onDeny={canRefuse ? () => answer(false) : undefined}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button shortcut="D" disabled={isShielded || !canRefuse} onClick={() => answer(false)}>
            Do not call
          </Button>
          <Button shortcut="A" disabled={!canAllow || !canCall} onClick={() => answer(true)}>
            Call it
          </Button>
        </>
      )}
    >
      <p className={styles['message']}>{ask.why}</p>
      <h4 className={styles['label']}>Tool</h4>
      <p className={styles['action']}>
        {ask.tool === undefined ? 'It is not clear which' : <ServerText>{ask.tool}</ServerText>}
      </p>
      {change && (
        <>
          <h4 className={styles['label']}>What has changed in its definition</h4>
          <ChangedParts before={change.before} after={change.after} />
        </>
      )}
      {serverChange && (
        <>
          <h4 className={styles['label']}>What has changed in what its server says</h4>
          <ChangedParts before={serverChange.before} after={serverChange.after} />
        </>
      )}
      <h4 className={styles['label']}>
        {text === undefined ? 'Arguments' : 'The frame'}, exactly as sent
      </h4>
      <WholeValue value={text ?? ask.arguments} />
      {ask.meta && (
        <>
          <h4 className={styles['label']}>_meta, which goes with it</h4>
          <WholeValue value={ask.meta} />
        </>
      )}
      {ask.tool !== undefined && (
        <Field label="From now on" hint={HINTS[policy ?? '']}>
          {(control) => (
            <PolicySelect {...control} value={policy} unset="No change" onChange={setPolicy} />
          )}
        </Field>
      )}
    </ItemFrame>
  )
}
