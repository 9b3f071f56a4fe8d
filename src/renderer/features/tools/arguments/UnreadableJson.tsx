import { Button } from '../../../ui/controls/Button'
import { ServerText } from '../../../ui/text/ServerText'
import styles from './arguments.module.css'

type Props = {
  /** A whole sentence. */
  readonly problem: string
  readonly onBack: () => void
  readonly onTakeLast: () => void
}

/** In place of the form, while what was written as JSON cannot be shown in one. */
export function UnreadableJson({ problem, onBack, onTakeLast }: Props) {
  return (
    <div className={styles['unreadable']} role="status">
      <p>What you wrote as JSON cannot be shown as a form. It is kept.</p>
      <p className="ui-note ui-problem">
        <ServerText>{problem}</ServerText>
      </p>
      <div className={styles['buttons']}>
        <Button isPrimary onClick={onBack}>
          Back to JSON
        </Button>
        <Button onClick={onTakeLast}>Take the last readable arguments</Button>
      </div>
    </div>
  )
}
