import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { ServerText } from '../../ui/text/ServerText'
import styles from './violations.module.css'

type Found = Partial<Pick<TrafficEntry, 'seq' | 'violations'>>

type Props = {
  readonly entries: readonly (Found | undefined)[]
  readonly label?: string
}

/** What Patchbay finds wrong with the frames that are shown, above the untouched frames. */
export function Violations({ entries, label = 'Violations' }: Props) {
  const found = entries.flatMap((entry) =>
    (entry?.violations ?? []).map((violation) => ({ seq: entry?.seq, ...violation }))
  )
  if (found.length === 0) return null
  return (
    <section className={styles['violations']} aria-label={label} tabIndex={0}>
      <h3>Patchbay finds</h3>
      <ul>
        {found.map(({ seq, rule, message, clause }, index) => (
          <li key={index}>
            <p>
              <ServerText>{message}</ServerText>
            </p>
            <p className="ui-hint">
              {seq !== undefined && `#${seq} · `}
              {clause} · <code>{rule}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
