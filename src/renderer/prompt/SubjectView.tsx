import { ArrowRight, CircleAlert, Globe, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { FILE_UNSEEN, type TrustSubject, type ValueFlow } from '../../shared/question/prompt'
import { ServerText } from '../ui/text/ServerText'
import { DefinitionLines } from './DefinitionLines'
import { ExactText } from './ExactText'
import styles from './prompt.module.css'

const SCOPES: Readonly<Record<TrustSubject['scope'], string>> = {
  user: 'User scope',
  project: 'Project scope',
  local: 'Local scope',
  'command line': 'Command line',
  'built-in': 'Built in'
}

type Props = {
  readonly subject: TrustSubject
  readonly isOnly: boolean
  /** The choice, when there is one to make for each. */
  readonly children: ReactNode
}

export function SubjectView({ subject, isOnly, children }: Props) {
  const id = useId()
  const { name, scope, source, lines, flows, warnings } = subject
  return (
    <section className={styles['subject']} aria-labelledby={id}>
      <div className={styles['subjectHead']}>
        <h2 id={id} className={isOnly ? 'ui-unseen' : styles['name']}>
          <ServerText>{name}</ServerText>
        </h2>
        {children}
      </div>
      <p className={styles['source']}>
        {SCOPES[scope]} · <ExactText>{source}</ExactText>
      </p>
      {historyOf(subject).map((sentence) => (
        <p key={sentence} className={styles['history']}>
          <CircleAlert aria-hidden="true" size={14} />
          {sentence}
        </p>
      ))}
      {warnings.length > 0 && (
        <ul className={styles['warnings']} aria-label="Warnings">
          {warnings.map(({ message }, index) => (
            <li key={index}>
              <TriangleAlert aria-hidden="true" size={14} />
              <span>
                <ServerText>{message}</ServerText>
              </span>
            </li>
          ))}
        </ul>
      )}
      <DefinitionLines lines={lines} />
      {flows.length > 0 && (
        <>
          <h3 className={styles['subheading']}>Reads these values</h3>
          <ul className={styles['flows']}>
            {flows.map((flow, index) => (
              <Flow key={index} flow={flow} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Flow({ flow: { kind, name, goesTo, leaves } }: { readonly flow: ValueFlow }) {
  return (
    <li>
      <span>
        <span className={styles['flowKind']}>{kind}</span> <ExactText>{name}</ExactText>{' '}
        <ArrowRight role="img" aria-label="goes to" size={12} className={styles['arrow']} />{' '}
        <ServerText>{goesTo}</ServerText>
      </span>
      {leaves && (
        <span className={styles['leaves']}>
          <Globe aria-hidden="true" size={12} />
          leaves this machine
        </span>
      )}
    </li>
  )
}

function historyOf({ isChanged, isFileUnseen, wasRefused }: TrustSubject): readonly string[] {
  return [
    ...(isChanged
      ? ['You trusted it before, and it has changed since. The changes are marked.']
      : []),
    ...(isFileUnseen ? [FILE_UNSEEN] : []),
    ...(wasRefused ? ['You said before that it may not run.'] : [])
  ]
}
