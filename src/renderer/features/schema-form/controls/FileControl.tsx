import { useState } from 'react'
import { bytes } from '../../../ui/text/format'
import { useHiddenNote } from '../../../ui/text/HiddenNote'
import { ServerText } from '../../../ui/text/ServerText'
import { ariaOf, stateWord, type ControlProps } from './field-control'
import { FilePicker } from './FilePicker'
import { readBase64, sizeOfBase64, type FileRead } from './read-file'
import { textIn } from '../schema/schema-object'
import styles from './controls.module.css'

/** So much base64 is told by its size; it can still be seen as JSON. */
const MAX_SHOWN = 2_000

type Chosen = { readonly name: string; readonly type: string; readonly text: string }

/** Bytes as base64: from a file, or pasted. */
export function FileControl(props: ControlProps) {
  const { label, shape, value, isRequired, canBeAbsent, onChange } = props
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const text = typeof value === 'string' ? value : ''
  const isSummed = text.length > MAX_SHOWN
  const { describedBy, note } = useHiddenNote(isSummed ? '' : text, props.describedBy)
  const isChosen = chosen !== undefined && chosen.text === text

  function handleFile(read: FileRead, file: File): void {
    setProblem(read.problem)
    if (read.text === undefined) return
    setChosen({ name: file.name, type: file.type, text: read.text })
    onChange(read.text)
  }

  function handleText(next: string): void {
    setProblem(undefined)
    onChange(next === '' && canBeAbsent && !isRequired ? undefined : next)
  }

  return (
    <>
      <div className={styles['line']}>
        {isChosen || isSummed ? (
          <span {...ariaOf(props)} role="group" tabIndex={-1} className={styles['file']}>
            <ServerText>{describe(isChosen ? chosen : undefined, text)}</ServerText>
            <button type="button" className={styles['small']} onClick={() => handleText('')}>
              Clear
            </button>
          </span>
        ) : (
          <textarea
            {...ariaOf({ ...props, describedBy })}
            className={styles['input']}
            rows={1}
            value={text}
            placeholder={stateWord(value)}
            spellCheck={false}
            onChange={(event) => handleText(event.target.value)}
          />
        )}
        <FilePicker
          label={label}
          media={textIn(shape.schema, 'contentMediaType')}
          read={readBase64}
          onRead={handleFile}
        />
      </div>
      {note}
      {problem !== undefined && <p className="ui-problem">{problem}</p>}
    </>
  )
}

function describe(chosen: Chosen | undefined, text: string): string {
  const size = bytes(sizeOfBase64(text))
  if (!chosen) return `Base64, ${size}`
  return [chosen.name, size, chosen.type].filter((part) => part !== '').join(', ')
}
