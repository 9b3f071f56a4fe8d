import { DIFFERENCE_SOURCES, type AuthDifference } from '../../../shared/auth-debug'
import { ServerText } from '../../ui/ServerText'
import styles from './authorization.module.css'

/** What the challenge, both documents, our request and the token say, side by side. */
export function Differences({ differences }: { readonly differences: readonly AuthDifference[] }) {
  return (
    <section className={styles['detail']} aria-label="Compare what each side says" tabIndex={0}>
      <header className={styles['detailHead']}>
        <h2>What each side says</h2>
      </header>
      {differences.length === 0 ? (
        <p className={styles['about']}>Nobody has said anything yet.</p>
      ) : (
        <table className={styles['differences']}>
          <thead>
            <tr>
              <th scope="col">About</th>
              {DIFFERENCE_SOURCES.map((source) => (
                <th key={source} scope="col">
                  {source}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, values, fault }) => (
              <tr key={name} data-fault={fault !== undefined}>
                <th scope="row">
                  {name}
                  {fault !== undefined && <span className={styles['fault']}>{fault}</span>}
                </th>
                {DIFFERENCE_SOURCES.map((source) => (
                  <td key={source}>
                    <code>
                      <ServerText>{values[source] ?? ''}</ServerText>
                    </code>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
