import { use, useState } from 'react'
import { lossIn } from '../../../shared/json/json-text'
import { fromJson, type Json } from '../../../shared/json/json'
import { useHiddenNote } from '../../ui/text/HiddenNote'
import { ServerText } from '../../ui/text/ServerText'
import { ariaOf, stateWord, type ControlProps } from './controls/field-control'
import { ScrapsContext, useForm } from './form-context'
import styles from './controls/controls.module.css'

type Props = ControlProps & {
  readonly pointer: string
  /** A whole sentence: why this part is written as JSON. */
  readonly why: string | undefined
  /** Puts something in its place that its field can show. */
  readonly onReplace?: (() => void) | undefined
}

/** A part of the value as JSON. What cannot be read stays written, and the value stays as it was. */
export function JsonField({ pointer, why, onReplace, ...props }: Props) {
  const { value, canBeAbsent, onChange } = props
  const { keepScrap } = useForm()
  const scraps = use(ScrapsContext)
  const scrap = Object.hasOwn(scraps, pointer) ? scraps[pointer] : undefined
  /** While the person writes, nobody lays it out anew. */
  const [typed, setTyped] = useState<string>()
  const shown = scrap ?? typed ?? written(value)
  const { describedBy, note } = useHiddenNote(shown, props.describedBy)
  const problem = scrap === undefined ? undefined : readJson(scrap).problem

  function handleChange(text: string): void {
    setTyped(text)
    const read = text.trim() === '' ? { value: canBeAbsent ? undefined : null } : readJson(text)
    if (read.problem === undefined) onChange(read.value)
    else keepScrap(pointer, text)
  }

  return (
    <>
      {why !== undefined && (
        <p className={styles['why']}>
          <span>{why}</span>
          {onReplace && (
            <button type="button" className={styles['small']} onClick={onReplace}>
              Replace
            </button>
          )}
        </p>
      )}
      <textarea
        {...ariaOf({ ...props, describedBy })}
        aria-label={`${props.label} as JSON`}
        aria-invalid={props.isInvalid || problem !== undefined}
        className={styles['json']}
        rows={Math.min(12, Math.max(2, shown.split('\n', 12).length))}
        value={shown}
        placeholder={stateWord(value) || 'JSON'}
        spellCheck={false}
        onBlur={() => setTyped(undefined)}
        onChange={(event) => handleChange(event.target.value)}
      />
      {note}
      {problem !== undefined && (
        <p className="ui-problem">
          <ServerText>{problem}</ServerText>{' '}
          {value === undefined
            ? 'Until it can be read, it is left out.'
            : 'Until it can be read, what was there before is kept.'}
        </p>
      )}
    </>
  )
}

function written(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

type Read = { readonly value?: Json | undefined; readonly problem?: string }

function readJson(text: string): Read {
  try {
    const value = fromJson(text) as Json
    const loss = lossIn(text)
    if (!loss) return { value }
    return { problem: `Line ${loss.line}, column ${loss.column}: ${loss.message}` }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : 'unknown'}.` }
  }
}
