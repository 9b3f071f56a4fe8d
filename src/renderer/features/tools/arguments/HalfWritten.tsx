import { ServerText } from '../../../ui/text/ServerText'
import styles from './arguments.module.css'

type Props = {
  /** A whole sentence: what keeps the arguments from being sent, and where it is. */
  readonly problem: string
  readonly onGoTo: () => void
  readonly onDiscard: () => void
}

/** Below the form, while a field holds JSON that cannot be read; the field may be out of sight. */
export function HalfWritten({ problem, onGoTo, onDiscard }: Props) {
  return (
    <p className="ui-note ui-problem" role="status">
      <ServerText>{problem}</ServerText>
      <button type="button" className={styles['link']} onClick={onGoTo}>
        Go to it
      </button>
      <button type="button" className={styles['link']} onClick={onDiscard}>
        Discard it
      </button>
    </p>
  )
}
