import type { Warning } from '../../../shared/servers/server-config'
import { ServerText } from '../../ui/text/ServerText'
import styles from './warnings.module.css'

/** What is worth knowing before a server is run. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles['warnings']} aria-label="Worth knowing">
      {warnings.map(({ kind, message }, index) => (
        <li key={`${kind} ${index}`}>
          <span aria-hidden="true">⚠</span>
          <span>
            <ServerText>{message}</ServerText>
          </span>
        </li>
      ))}
    </ul>
  )
}
