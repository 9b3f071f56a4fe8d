import { DiffView } from './DiffView'
import styles from './diff-view.module.css'
import { count } from '../text/format'

type Props = {
  readonly before: string
  readonly after: string
  /** Of the longer one, where more of it is kept elsewhere. */
  readonly totalChars?: number | undefined
  /** More came than was kept of one of them. */
  readonly isCut?: boolean
  /** What the two are, such as `Result`; or what each of them is. */
  readonly label: string | readonly [before: string, after: string]
  readonly language?: 'json' | 'plaintext'
}

/** Beyond this the comparison would take longer than anybody waits. */
const COMPARED_CHARS = 2_000_000

/** What has changed from one text to another. */
export function TextDiff(props: Props) {
  const { before, after, label, language = 'json', isCut = false } = props
  const { totalChars = Math.max(before.length, after.length) } = props
  const beginnings = [before, after].map((text) => text.slice(0, COMPARED_CHARS))
  const rest = totalChars - Math.max(...beginnings.map(({ length }) => length))
  const labels = typeof label === 'string' ? [`${label} before`, `${label} after`] : label
  const isSame = beginnings[0] === beginnings[1]
  return (
    <div className={styles['compared']}>
      {isSame && (
        <p className="ui-note">
          {rest > 0 || isCut ? 'The beginnings are the same.' : 'The two are the same.'}
        </p>
      )}
      {isCut && <p className="ui-note">More came than was kept, and is not compared.</p>}
      {rest > 0 && (
        <p className="ui-note">
          Only the beginning is compared: {count(rest, 'more character')} left out.
        </p>
      )}
      <div className={styles['difference']}>
        <DiffView
          before={beginnings[0] ?? ''}
          after={beginnings[1] ?? ''}
          beforeLabel={labels[0] ?? ''}
          afterLabel={labels[1] ?? ''}
          language={language}
        />
      </div>
    </div>
  )
}
