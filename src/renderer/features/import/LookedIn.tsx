import type { ImportedFile, ImportReport } from '../../../shared/servers/configuration'
import { count } from '../../ui/text/format'
import styles from './import.module.css'

type Props = Pick<ImportReport, 'absent'> & {
  /** Files that are there and have no servers. */
  readonly empty: readonly ImportedFile[]
}

/** Where there was nothing, for whoever misses something. */
export function LookedIn({ absent, empty }: Props) {
  const places = absent.length + empty.length
  if (places === 0) return null
  return (
    <details className={styles['lookedIn']}>
      <summary>{count(places, 'place')} without servers</summary>
      <ul>
        {empty.map(({ title, path }) => (
          <li key={`${title} ${path}`}>
            <span>{title}</span> <code>{path}</code> <span>no servers in it</span>
          </li>
        ))}
        {absent.map(({ title, path }) => (
          <li key={`${title} ${path}`}>
            <span>{title}</span> <code>{path}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
