import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button'
import { ServerText } from '../../../ui/text/ServerText'
import { ItemFrame } from './ItemFrame'
import type { ViewProps } from './view-props'
import styles from './inbox.module.css'

type Props = Pick<ViewProps<'consent' | 'scopes'>, 'item' | 'problem'> & {
  /** What it is about, under `title`. */
  readonly action: string
  readonly title: string
  readonly allowLabel?: string
  readonly onDecide: (isAllowed: boolean) => void
  readonly children: ReactNode
}

/** A question with two answers, Deny and Allow, about one action. */
export function DecisionFrame(props: Props) {
  const { action, title, allowLabel = 'Allow', onDecide, children, ...frame } = props
  return (
    <ItemFrame
      {...frame}
      onAllow={() => onDecide(true)}
      onDeny={() => onDecide(false)}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button shortcut="D" disabled={isShielded} onClick={() => onDecide(false)}>
            Deny
          </Button>
          <Button shortcut="A" disabled={!canAllow} onClick={() => onDecide(true)}>
            {allowLabel}
          </Button>
        </>
      )}
    >
      <h4 className={styles['label']}>{title}</h4>
      <p className={styles['action']}>
        <ServerText>{action}</ServerText>
      </p>
      {children}
    </ItemFrame>
  )
}
