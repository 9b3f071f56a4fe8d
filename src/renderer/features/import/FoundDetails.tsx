import { TriangleAlert } from 'lucide-react'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { DiffView } from '../../ui/editor/DiffView'
import { ServerText } from '../../ui/text/ServerText'
import { faultLine } from '../server/fault-words'
import { describeSecrets, markOf, type Choice } from './choices'
import { tidy } from './tidy'
import styles from './import.module.css'

/** All that is known of the server that is looked at. */
export function FoundDetails({ choice }: { readonly choice: Choice }) {
  const { server, name } = choice
  const { faults, warnings, notes, secretFields } = server
  const hasRemarks = [faults, warnings, notes, secretFields].some((each) => each.length > 0)
  const { glyph, word } = markOf(choice)
  return (
    <section className={styles['details']} aria-label="Details">
      <header className={styles['detailsHead']}>
        <h2>
          <ServerText>{name}</ServerText>
        </h2>
        <span className={styles['standing']} data-standing={choice.standing}>
          <span aria-hidden="true">{glyph}</span> {word}
        </span>
      </header>
      {server.what !== '' && (
        <p className={styles['way']} title={server.what}>
          <code>
            <ServerText>{server.what}</ServerText>
          </code>
        </p>
      )}
      {hasRemarks && (
        <ul className={styles['remarks']} aria-label="Remarks" tabIndex={0}>
          {faults.map((fault, index) => (
            <li key={`fault ${index}`} className={styles['faultText']}>
              ! <ServerText>{faultLine(fault)}</ServerText>
            </li>
          ))}
          {warnings.map((warning, index) => (
            <li key={`warning ${index}`} className={styles['warningText']}>
              <TriangleAlert aria-hidden="true" size={12} /> <ServerText>{warning}</ServerText>
            </li>
          ))}
          {notes.map((note, index) => (
            <li key={`note ${index}`}>
              <ServerText>{note}</ServerText>
            </li>
          ))}
          {secretFields.length > 0 && (
            <li>
              {describeSecrets(server)}:{' '}
              <code>
                <ServerText>{secretFields.join(', ')}</ServerText>
              </code>
            </li>
          )}
        </ul>
      )}
      <div className="ui-fill">
        <Text choice={choice} />
      </div>
    </section>
  )
}

function Text({ choice: { server, standing, above } }: { readonly choice: Choice }) {
  const { existing, text } = server
  if (standing === 'differs' && existing !== undefined) {
    return (
      <DiffView before={tidy(existing)} after={tidy(text)} beforeLabel="Yours" afterLabel="Found" />
    )
  }
  if (standing === 'differs from above' && above) {
    return (
      <DiffView
        before={tidy(above.text)}
        after={tidy(text)}
        beforeLabel="Above"
        afterLabel="This one"
      />
    )
  }
  return <CodeEditor label="Definition" value={text} language="json" />
}
