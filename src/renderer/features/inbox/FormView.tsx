import { useMemo, useState } from 'react'
import { isObject, type Json, type JsonObject } from '../../../shared/json/json'
import { askedSchema } from '../../../shared/question/asked-schema'
import { checkForm } from '../../../shared/question/form-fit'
import { useItemDraft } from '../../stores/calls/item-drafts'
import { Button } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { ServerText } from '../../ui/text/ServerText'
import { SEND_SHORTCUT } from '../exchange/use-send-shortcut'
import { SchemaForm } from '../schema-form/SchemaForm'
import { ItemFrame } from './item/ItemFrame'
import { RefuseButtons } from './item/RefuseButtons'
import type { ViewProps } from './item/view-props'
import styles from './item/inbox.module.css'

const NO_FINDINGS = [] as const

export function FormView(props: ViewProps<'form'>) {
  const { ask, onAnswer, onProblem, ...frame } = props
  const { secretFields } = ask
  const schema = useMemo(() => askedSchema(ask.schema, secretFields), [ask.schema, secretFields])
  const proposed = useMemo(() => defaultsOf(schema), [schema])
  const [value, setValue] = useItemDraft(frame.item.id, 'values', proposed)
  const [hasTried, setHasTried] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const verdict = useMemo(() => checkForm(ask, value), [ask, value])
  const findings = verdict.kind === 'fails' ? verdict.findings : NO_FINDINGS
  const isSecret = secretFields.length > 0
  const hasFields = isObject(schema['properties']) && Object.keys(schema['properties']).length > 0

  const canSend = !isSecret || isWarned

  function handleChange(next: Json | undefined): void {
    onProblem(undefined)
    setValue(isObject(next) ? next : {})
  }

  const isBad = findings.length > 0
  // What does not fit is sent at the second try, as the arguments of a call are.
  const isArmed = hasTried && isBad

  function handleSend(): void {
    setHasTried(true)
    if (isBad && !isArmed) return onProblem('Something is missing or does not fit.')
    onAnswer({ kind: 'form', action: 'accept', content: value, ...(isBad && { isForced: true }) })
  }

  return (
    <ItemFrame
      {...frame}
      onSend={canSend ? handleSend : undefined}
      hint={canSend ? undefined : 'Say below the fields that you know what you send.'}
      actions={({ isShielded, canAllow }) => (
        <>
          <RefuseButtons
            isShielded={isShielded}
            onRefuse={(action) => onAnswer({ kind: 'form', action })}
          />
          <Button shortcut={SEND_SHORTCUT} disabled={!canAllow || !canSend} onClick={handleSend}>
            {isArmed ? 'Send anyway' : 'Send'}
          </Button>
        </>
      )}
    >
      <p className={styles['message']}>
        <ServerText>{ask.message}</ServerText>
      </p>
      {hasFields ? (
        <form data-writing="" onSubmit={(event) => event.preventDefault()}>
          <SchemaForm
            schema={schema}
            value={value}
            findings={hasTried ? findings : NO_FINDINGS}
            label="Values"
            isBare
            onChange={handleChange}
          />
        </form>
      ) : (
        <p className={styles['hint']}>It asks for no values, only whether you send or decline.</p>
      )}
      {isSecret && (
        <div className={styles['secret']}>
          <p>
            It seems to want something secret:{' '}
            <strong>
              <ServerText>{secretFields.join(', ')}</ServerText>
            </strong>
            . Servers should not ask for secrets like this, and what you write goes to the server as
            it is. Patchbay shows and keeps a text nowhere that has eight characters or more and is
            no plain word, number or date.
          </p>
          <Checkbox isChecked={isWarned} onChange={setIsWarned}>
            I know, and want to send it
          </Checkbox>
        </div>
      )}
    </ItemFrame>
  )
}

/** What the server proposes stands there from the beginning, also where nothing has to be written. */
function defaultsOf({ properties }: JsonObject): JsonObject {
  const fields = isObject(properties) ? Object.entries(properties) : []
  const proposed = fields.flatMap(([name, field]): readonly [string, Json][] =>
    isObject(field) && field['default'] !== undefined ? [[name, field['default']]] : []
  )
  return Object.fromEntries(proposed)
}
