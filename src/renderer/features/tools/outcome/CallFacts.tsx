import type { Call } from '../../../../shared/calls/call-contract'
import { bytes, milliseconds } from '../../../ui/text/format'
import { revealFrame } from '../../../stores/records/dock'
import { FrameLink } from '../../frame/FrameLink'
import { Violations } from '../../frame/Violations'
import { useRepeat } from './use-repeat'
import styles from './outcome.module.css'

type Props = {
  readonly call: Call
  /** Then what the verdict says is not said again. */
  readonly isOutputJudged: boolean
  /** Given when the form holds other arguments. */
  readonly onReuse: (() => void) | undefined
}

/** The rule of the protocol that a verdict on the output tells of in more detail. */
const TOLD_BY_VERDICT = 'structured-content'

/** What is known about a call beside its outcome. */
export function CallFacts({ call, isOutputJudged, onReuse }: Props) {
  const { requestSeq, answerSeq, answerBytes, tookMs, violations = [] } = call
  const told = violations.filter(({ rule }) => !isOutputJudged || rule !== TOLD_BY_VERDICT)
  const repeatedSeq = useRepeat(requestSeq)
  // One that was kept has no frame any more, but what was wrong with it is known.
  const found = { violations: told, ...(answerSeq !== undefined && { seq: answerSeq }) }
  return (
    <>
      <Violations label="Findings about the answer" entries={[found]} />
      {repeatedSeq !== undefined && (
        <p className={styles['repeated']}>
          The server answered once more after this, which it must not.{' '}
          <FrameLink seq={repeatedSeq}>frame #{repeatedSeq}</FrameLink>
        </p>
      )}
      {onReuse && (
        <p className={styles['otherArguments']}>
          Called with other arguments than these.{' '}
          <button type="button" className="ui-link" onClick={onReuse}>
            Use its arguments
          </button>
        </p>
      )}
      <p className={styles['callFacts']}>
        {tookMs !== undefined && <span>{milliseconds(tookMs)}</span>}
        {answerBytes !== undefined && <span>{bytes(answerBytes)}</span>}
        {requestSeq !== undefined && (
          <button type="button" className="ui-link" onClick={() => revealFrame(requestSeq)}>
            frame #{requestSeq}
            {answerSeq !== undefined && ` → #${answerSeq}`}
          </button>
        )}
      </p>
    </>
  )
}
