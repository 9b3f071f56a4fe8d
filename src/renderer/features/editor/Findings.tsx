import type { ConfigFault, Warning } from '../../../shared/servers/server-config'
import { ServerText } from '../../ui/text/ServerText'
import { faultLine } from '../server/fault-words'
import styles from './editor.module.css'

type Props = {
  readonly faults: readonly ConfigFault[]
  readonly warnings: readonly Warning[]
  /** What went wrong with the last thing that was asked for. */
  readonly problem: string | undefined
  /** Lines and columns mean something only to someone who sees the text. */
  readonly hasPlaces: boolean
}

/** What keeps the draft from being saved, and what is worth knowing about it. */
export function Findings({ faults, warnings, problem, hasPlaces }: Props) {
  return (
    <div className={styles['findings']} role="status">
      {problem !== undefined && <p className="ui-problem">{problem}</p>}
      {faults.length > 0 && (
        <ul aria-label="What is wrong" className={styles['faultList']}>
          {faults.map((fault, index) => (
            <li key={index}>
              <span aria-hidden="true">✕</span> {hasPlaces ? faultLine(fault) : fault.message}
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul aria-label="Worth knowing" className={styles['warningList']}>
          {warnings.map(({ kind, message }, index) => (
            <li key={`${kind} ${index}`}>
              <span aria-hidden="true">⚠</span> <ServerText>{message}</ServerText>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
