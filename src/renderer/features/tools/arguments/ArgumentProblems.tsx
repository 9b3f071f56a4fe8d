import { useEffect, useRef, type RefObject } from 'react'
import type { SchemaFinding, SchemaVerdict } from '../../../../shared/schema/validate'
import { count } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { focusField } from '../../schema-form/focus-field'
import styles from './arguments.module.css'

type Props = {
  readonly verdict: SchemaVerdict
  /** Those that are shown: what is merely missing is not a problem yet while one writes. */
  readonly findings: readonly SchemaFinding[]
  readonly heading: RefObject<HTMLParagraphElement | null>
  readonly onGoTo: (pointer: string) => void
}

/** All problems at once, each a way to its place. They do not keep anybody from sending. */
export function ArgumentProblems({ verdict, findings, heading, onGoTo }: Props) {
  return (
    <>
      {verdict.kind === 'not checked' && (
        <p className="ui-note">Not checked against the schema. {verdict.reason}</p>
      )}
      {findings.length > 0 && <Problems {...{ verdict, findings, heading, onGoTo }} />}
    </>
  )
}

function Problems({ verdict, findings, heading, onGoTo }: Props) {
  return (
    <section className={styles['problems']} aria-label="Problems">
      <p ref={heading} tabIndex={-1} className={styles['problemCount']}>
        {count(findings.length, 'problem')}
        {verdict.kind === 'fails' && `${verdict.isCut ? ' and more' : ''}: the schema forbids this`}
        . It can be sent all the same.
      </p>
      <ul>
        {findings.map(({ pointer, message }, index) => (
          <li key={index}>
            <button type="button" onClick={() => onGoTo(pointer)}>
              <code>
                <ServerText>{pointer === '' ? 'all of it' : pointer}</ServerText>
              </code>{' '}
              <ServerText>{message}</ServerText>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ProblemFocus = {
  readonly heading: RefObject<HTMLParagraphElement | null>
  /** Leads to the first problem once it is drawn, or to the list of them where it has no field. */
  readonly want: (pointer: string) => void
  /** Whoever goes on writing is left alone. */
  readonly forget: () => void
}

/** Only who asks for it is led to the problems, and only once. */
export function useProblemFocus(form: RefObject<HTMLElement | null>): ProblemFocus {
  const heading = useRef<HTMLParagraphElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const pointer = wanted.current
    if (pointer === undefined || !heading.current) return
    wanted.current = undefined
    if (!form.current || !focusField(form.current, pointer)) heading.current.focus()
  })
  const want = (pointer: string): void => void (wanted.current = pointer)
  const forget = (): void => void (wanted.current = undefined)
  return { heading, want, forget }
}
