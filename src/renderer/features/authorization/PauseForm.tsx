import { useState } from 'react'
import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import type { FieldPlace, PausedRequest, RequestField } from '../../../shared/sign-in/auth-debug'
import { Button } from '../../ui/controls/Button'
import { TextArea } from '../../ui/controls/TextArea'
import { TextField } from '../../ui/controls/TextField'
import { sendPaused } from './authorization-actions'
import { editsOf } from './edits'
import styles from './authorization.module.css'

type Props = { readonly runId: number; readonly paused: PausedRequest }

const PLACE_TITLES: Readonly<Record<FieldPlace, string>> = {
  path: 'Address',
  query: 'Query',
  header: 'Headers',
  form: 'Form',
  body: 'Body'
}

/** A request before it leaves: every field can be changed, also those whose value is hidden. */
export function PauseForm({ runId, paused }: Props) {
  const { id, kind, method, origin, fields, isSigned } = paused
  const [values, setValues] = useState<readonly (string | undefined)[]>(() =>
    fields.map(({ value }) => value)
  )
  const places = [...new Set(fields.map(({ place }) => place))]

  function change(index: number, value: string | undefined): void {
    setValues((before) => before.map((each, at) => (at === index ? value : each)))
  }

  return (
    <form
      className={styles['pause']}
      aria-label={`Request ${id} that waits`}
      onSubmit={(event) => {
        event.preventDefault()
        sendPaused(runId, id, editsOf(fields, values))
      }}
    >
      <p className={styles['pauseTitle']}>
        {kind === 'page' ? 'This page opens in your browser:' : 'This request waits for you:'}{' '}
        <code>
          {method} {origin}
        </code>
      </p>
      {fields.some(({ isSecret }) => isSecret) && (
        <p className={styles['about']}>
          What shows as {HIDDEN_VALUE} is hidden here, and sent as it is unless you change it.
        </p>
      )}
      {isSigned === true && (
        <p className={styles['about']}>
          Patchbay signs the request anew when you send it, unless you change the signature or the
          timestamp.
        </p>
      )}
      {places.map((place) => (
        <fieldset key={place}>
          <legend>{PLACE_TITLES[place]}</legend>
          {fields.map((field, index) =>
            field.place === place ? (
              <FieldRow
                key={index}
                field={field}
                value={values[index]}
                onChange={(value) => change(index, value)}
              />
            ) : null
          )}
        </fieldset>
      ))}
      <div className={styles['pauseButtons']}>
        <Button type="submit" isPrimary>
          {kind === 'page' ? 'Open in your browser' : 'Send'}
        </Button>
      </div>
    </form>
  )
}

type RowProps = {
  readonly field: RequestField
  /** Undefined where the field is left out. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function FieldRow({ field: { place, name, value: before }, value, onChange }: RowProps) {
  const canLeaveOut = place !== 'path' && place !== 'body'
  if (value === undefined) {
    return (
      <div className={styles['left']}>
        <span>
          <s>{name}</s> is left out.
        </span>
        <Button onClick={() => onChange(before)}>Put {name} back</Button>
      </div>
    )
  }
  return (
    <div className={styles['fieldRow']}>
      {place === 'body' ? (
        <div className={styles['body']}>
          <TextArea aria-label="Body" spellCheck={false} value={value} onChange={onChange} />
        </div>
      ) : (
        <TextField label={name} isCode value={value} onChange={onChange} />
      )}
      {canLeaveOut && (
        <Button aria-label={`Leave out ${name}`} onClick={() => onChange(undefined)}>
          Leave out
        </Button>
      )}
    </div>
  )
}
