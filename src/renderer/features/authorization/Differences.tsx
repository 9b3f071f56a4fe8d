import { DIFFERENCE_SOURCES, type AuthDifference } from '../../../shared/sign-in/auth-debug'
import { ServerText } from '../../ui/text/ServerText'
import styles from './authorization.module.css'

/** What the challenge, both documents, our request and the token say. Who says the same shares a row. */
export function Differences({ differences }: { readonly differences: readonly AuthDifference[] }) {
  return (
    <section className={styles['detail']} aria-label="Compare what each side says" tabIndex={0}>
      <header className={styles['detailHead']}>
        <h2>What each side says</h2>
      </header>
      {differences.length === 0 ? (
        <p className={styles['about']}>Nothing is known yet. Run first.</p>
      ) : (
        <table className={styles['differences']}>
          <thead>
            <tr>
              <th scope="col">About</th>
              <th scope="col">Value</th>
              <th scope="col">Said by</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <Rows key={difference.name} difference={difference} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Rows({ difference }: { readonly difference: AuthDifference }) {
  const { name, fault } = difference
  const said = valuesIn(difference)
  return said.map(({ value, sources }, index) => (
    <tr key={value} data-fault={fault !== undefined}>
      {index === 0 && (
        <th scope="rowgroup" rowSpan={said.length}>
          {name}
          {fault !== undefined && (
            <span className={styles['fault']}>
              <ServerText>{fault}</ServerText>
            </span>
          )}
        </th>
      )}
      <td>
        <code>
          <ServerText>{value}</ServerText>
        </code>
      </td>
      <td className={styles['sources']}>{sources.join(', ')}</td>
    </tr>
  ))
}

type Said = { readonly value: string; readonly sources: readonly string[] }

function valuesIn({ values }: AuthDifference): readonly Said[] {
  const said = DIFFERENCE_SOURCES.flatMap((source) => {
    const value = values[source]
    return value === undefined ? [] : [{ source, value }]
  })
  return [...Map.groupBy(said, ({ value }) => value)].map(([value, same]) => ({
    value,
    sources: same.map(({ source }) => source)
  }))
}
