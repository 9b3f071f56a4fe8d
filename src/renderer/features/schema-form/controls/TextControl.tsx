import { useState, type KeyboardEvent } from 'react'
import { useHiddenNote } from '../../../ui/text/HiddenNote'
import { ariaOf, stateWord, type ControlProps } from './field-control'
import { FilePicker } from './FilePicker'
import { FormatButton } from './FormatButton'
import { readText } from './read-file'
import { numberIn, textIn, type SchemaObject } from '../schema/schema-object'
import styles from './controls.module.css'

/** Text of one line grows when it gets a second one: by Shift+Enter, or by what is pasted. */
export function TextControl(props: ControlProps & { readonly isLong?: boolean }) {
  const { name, shape, value, isRequired, canBeAbsent, isLong, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const hasLines = isLong === true || text.includes('\n') || suggestsLines(name, shape.schema)
  const [isFocused, setIsFocused] = useState(false)
  const { describedBy, note } = useHiddenNote(text, props.describedBy)

  const [problem, setProblem] = useState<string>()
  const isSecret = textIn(shape.schema, 'format') === 'password'
  const [isShown, setIsShown] = useState(false)

  function write(next: string): void {
    setProblem(undefined)
    onChange(next === '' && canBeAbsent && !isRequired ? undefined : next)
  }

  function handleKey(event: KeyboardEvent): void {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Enter' && isPlain && !hasLines) event.preventDefault()
  }

  return (
    <>
      <div className={styles['line']}>
        <textarea
          {...ariaOf({ ...props, describedBy })}
          className={styles['input']}
          rows={hasLines ? 3 : 1}
          data-lines={hasLines}
          data-veiled={isSecret && !isShown}
          value={text}
          placeholder={isFocused ? '' : stateWord(value)}
          spellCheck={false}
          autoComplete="off"
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          onKeyDown={handleKey}
          onChange={(event) => write(event.target.value)}
        />
        <FormatButton
          format={textIn(shape.schema, 'format')}
          label={props.label}
          value={value}
          onPick={onChange}
          onClear={() => write('')}
        />
        {isSecret && (
          <button
            type="button"
            className={styles['small']}
            aria-label={`Show ${props.label}`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        )}
        {isFileItself(shape.schema) && (
          <FilePicker
            label={props.label}
            media={textIn(shape.schema, 'contentMediaType')}
            read={readText}
            onRead={(read) => {
              setProblem(read.problem)
              if (read.text !== undefined) onChange(read.text)
            }}
          />
        )}
      </div>
      {note}
      {problem !== undefined && <p className="ui-problem">{problem}</p>}
    </>
  )
}

/** What is in a file of the type that the schema names is the value, as it is. */
function isFileItself(schema: SchemaObject): boolean {
  return (
    textIn(schema, 'contentMediaType') !== undefined && !Object.hasOwn(schema, 'contentEncoding')
  )
}

const LONG_NAME =
  /^(content|contents|body|code|script|source|markdown|html|sql|prompt|instructions|function)$|(Content|Body|Code|Script|Markdown|Html|Prompt|_content|_body|_code|_script|_markdown)$/
const LONG_DESCRIPTION = /\b(multi-?line|many lines|several lines|markdown)\b/i
const LONG_LENGTH = 500

function suggestsLines(name: string, schema: SchemaObject): boolean {
  const format = textIn(schema, 'format')
  if (format === 'textarea' || format === 'markdown' || format === 'multiline') return true
  if (format !== undefined || Object.hasOwn(schema, 'pattern')) return false
  return (
    LONG_NAME.test(name) ||
    LONG_DESCRIPTION.test(textIn(schema, 'description') ?? '') ||
    (numberIn(schema, 'maxLength') ?? 0) >= LONG_LENGTH ||
    textIn(schema, 'contentMediaType') !== undefined
  )
}
