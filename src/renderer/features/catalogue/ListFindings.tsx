import { OFFERED_BY, type Catalogue, type Offered } from '../../../shared/calls/catalogue'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import styles from './catalogue.module.css'

/** A list of thousands can be wrong in each of them. */
const SHOWN_FINDINGS = 50

type Props = { readonly catalogue: Catalogue; readonly offered: Offered }

/** What is wrong with the lists of one pane, and of no other. */
export function ListFindings({ catalogue, offered }: Props) {
  const findings = catalogue.findings.filter(({ kind }) => OFFERED_BY[kind] === offered)
  const rest = findings.length - SHOWN_FINDINGS
  if (findings.length === 0) return null
  return (
    <div className={styles['findings']} role="status" aria-label="Findings" tabIndex={0}>
      <strong>Patchbay finds</strong>
      <ul>
        {findings.slice(0, SHOWN_FINDINGS).map(({ message }, index) => (
          <li key={index}>
            <ServerText>{message}</ServerText>
          </li>
        ))}
        {rest > 0 && <li>and {count(rest, 'more such finding')}</li>}
      </ul>
    </div>
  )
}
