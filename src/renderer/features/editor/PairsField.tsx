import { KeyRound, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import { FieldGroup } from '../../ui/controls/Field'
import { IconButton } from '../../ui/controls/IconButton'
import type { Pair } from './definition-text'
import {
  isBlank,
  isSame,
  pairsFromText,
  pairsOf,
  problemOf,
  rowsFrom,
  withBlank,
  type PairRow
} from './pair-rows'
import { References } from './References'
import { asSecret, referencesIn, secretNameFor } from './value-references'
import { askForSecret } from '../settings/secret-actions'
import styles from './editor.module.css'

type Props = {
  readonly label: string
  readonly noun: string
  readonly pairs: readonly Pair[]
  /** Those whose value is hidden in the file; they can be left as they are. */
  readonly hidden: ReadonlySet<string>
  readonly problem?: string | undefined
  readonly onChange: (pairs: readonly Pair[]) => void
}

/** Names and values, one a line, and an empty line at the end to go on with. */
export function PairsField({ label, noun, pairs, hidden, problem, onChange }: Props) {
  const [rows, setRows] = useState(() => rowsFrom(pairs))
  // The text was changed from elsewhere, such as by what was pasted above.
  if (!isSame(rows, pairs)) setRows(rowsFrom(pairs))
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])

  function change(next: readonly PairRow[]): void {
    const complete = withBlank(next)
    setRows(complete)
    onChange(pairsOf(complete))
  }

  function changeRow(id: number, part: Partial<PairRow>): void {
    change(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  }

  function handlePaste(event: ClipboardEvent, row: PairRow): void {
    const pasted = pairsFromText(event.clipboardData.getData('text'))
    if (!pasted || !isBlank(row)) return
    event.preventDefault()
    change(rowsFrom([...new Map([...pairsOf(rows), ...pasted])]))
  }

  async function makeSecret(row: PairRow): Promise<void> {
    changeRow(row.id, { value: asSecret(row.name, row.value) })
    const isSet = await askForSecret(secretNameFor(row.name))
    if (isSet) return
    // Meanwhile other rows may have changed.
    change(latest.current.map((now) => (now.id === row.id ? { ...now, value: row.value } : now)))
  }

  return (
    <FieldGroup label={label} problem={problem}>
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={styles['row']}>
              <input
                className={styles['cell']}
                data-part="name"
                aria-label={isBlank(row) ? `Add ${noun}` : `Name of ${noun}`}
                placeholder={isBlank(row) ? `Add ${noun}` : 'Name'}
                spellCheck={false}
                autoComplete="off"
                value={row.name}
                onChange={(event) => changeRow(row.id, { name: event.target.value.trim() })}
                onPaste={(event) => handlePaste(event, row)}
              />
              <ValueInput
                row={row}
                noun={noun}
                onChange={(value) => changeRow(row.id, { value })}
              />
              {!isBlank(row) && (
                <RowButtons
                  row={row}
                  canKeep={hidden.has(row.name) && row.value !== HIDDEN_VALUE}
                  onKeep={() => changeRow(row.id, { value: HIDDEN_VALUE })}
                  onSecret={() => void makeSecret(row)}
                  onRemove={() => change(rows.filter(({ id }) => id !== row.id))}
                />
              )}
            </div>
            <RowProblem text={problemOf(row, rows)} />
            <References value={row.value} />
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}

type ValueProps = {
  readonly row: PairRow
  readonly noun: string
  readonly onChange: (value: string) => void
}

/** A hidden value is not text to be edited: the first key replaces all of it. */
function ValueInput({ row: { name, value }, noun, onChange }: ValueProps) {
  const isHidden = value === HIDDEN_VALUE
  return (
    <input
      className={styles['cell']}
      data-hidden={isHidden}
      aria-label={name === '' ? `Value of ${noun}` : `Value of ${name}`}
      placeholder={isHidden ? `${HIDDEN_VALUE}  as it is; type to replace it` : 'Value'}
      spellCheck={false}
      autoComplete="off"
      value={isHidden ? '' : value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type ButtonsProps = {
  readonly row: PairRow
  readonly canKeep: boolean
  readonly onKeep: () => void
  readonly onSecret: () => void
  readonly onRemove: () => void
}

function RowButtons({ row: { name, value }, canKeep, onKeep, onSecret, onRemove }: ButtonsProps) {
  const isSecret = referencesIn(value).some(({ kind }) => kind === 'secret')
  return (
    <span className={styles['rowButtons']}>
      {canKeep && (
        <IconButton label={`Keep the old value of ${name}`} onClick={onKeep}>
          <RotateCcw aria-hidden="true" size={13} />
        </IconButton>
      )}
      <IconButton
        label={`Keep ${name || 'it'} as a secret instead`}
        disabled={isSecret || name === ''}
        onClick={onSecret}
      >
        <KeyRound aria-hidden="true" size={13} />
      </IconButton>
      <IconButton label={`Remove ${name || 'this row'}`} onClick={onRemove}>
        <X aria-hidden="true" size={13} />
      </IconButton>
    </span>
  )
}

function RowProblem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p className="ui-problem">{text}</p>
}
