import { WrapText } from 'lucide-react'
import { Popover } from 'radix-ui'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode
} from 'react'
import type { Completion } from '../../../shared/calls/exchange'
import { visibleText } from '../../../shared/text/visible-text'
import { count } from '../../ui/text/format'
import { useHiddenNote } from '../../ui/text/HiddenNote'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { Suggestions } from '../../ui/controls/Suggestions'
import { CLOSED, pressKey, withSuggestions } from '../../ui/controls/combobox'
import styles from './completion.module.css'
import { JsonText } from './JsonText'
import { useCompletion, type Completed } from './use-completion'

type Props = {
  /** The name on the wire. */
  readonly name: string
  /** Its accessible name, where it is not the name on the wire. */
  readonly label?: string
  /** Undefined when it is left out, which is not the same as empty. */
  readonly value: string | undefined
  readonly isRequired?: boolean
  readonly hasLines?: boolean
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly completed: Completed | undefined
  readonly onChange: (value: string | undefined) => void
  /** At its right. */
  readonly children?: ReactNode
}

/** A text with suggestions by the server. Clearing it leaves it out; the tag makes it empty. */
export function CompletionField(props: Props) {
  const { name, label = name, value, isRequired, hasLines, completed, onChange } = props
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { answer, ask, stop } = useCompletion(name, completed)
  const [box, setBox] = useState(CLOSED)
  const [isLong, setIsLong] = useState(false)
  const suggestions = answer?.values ?? NONE
  const text = value ?? ''
  const isMultiline = hasLines === true && (isLong || text.includes('\n'))
  // Fields have line feeds for all ends of lines, or none at all.
  const isExact = !(hasLines === true ? /\r/ : /[\r\n]/).test(text)
  const { describedBy, note } = useHiddenNote(isExact ? text : '', props.describedBy)
  useFocusKept(field, !isExact ? 'json' : isMultiline ? 'lines' : 'line')

  useEffect(() => {
    setBox(withSuggestions(suggestions.length, document.activeElement === field.current))
  }, [suggestions])

  function change(text: string): void {
    onChange(text === '' ? undefined : text)
    setBox(CLOSED)
    ask(text)
  }

  function take(index: number): void {
    const taken = suggestions[index]
    if (taken === undefined) return
    onChange(taken)
    setBox(CLOSED)
    stop()
  }

  useWhenSent(field, () => {
    setBox(CLOSED)
    stop()
  })

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' && completed && !answer) ask(text)
    if (event.key === 'Escape' && !box.isOpen) stop()
    const pressed = pressKey(box, event.key, suggestions.length)
    if (!pressed) return
    event.preventDefault()
    event.stopPropagation()
    setBox(pressed.next)
    if (pressed.taken !== undefined) take(pressed.taken)
  }

  if (!isExact) {
    return (
      <div className={styles['line']}>
        <JsonText
          {...{ label, describedBy, onChange }}
          ref={field}
          value={text}
          isRequired={isRequired === true}
          isInvalid={props.isInvalid === true}
        />
        {props.children}
      </div>
    )
  }
  const Control = isMultiline ? 'textarea' : 'input'
  const hasBox = completed !== undefined
  return (
    <Popover.Root open={box.isOpen}>
      <Popover.Anchor className={styles['line']}>
        <Control
          ref={field}
          className={isMultiline ? styles['lines'] : 'ui-input'}
          {...(!isMultiline && hasBox && { role: 'combobox', 'aria-expanded': box.isOpen })}
          aria-label={visibleText(label)}
          aria-required={isRequired === true}
          aria-invalid={props.isInvalid === true}
          aria-describedby={describedBy}
          {...(hasBox && { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' })}
          aria-controls={box.isOpen ? `${id}-list` : undefined}
          aria-activedescendant={box.active >= 0 ? `${id}-${box.active}` : undefined}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          onPaste={(event) => {
            if (hasLines !== true || isMultiline) return
            const pasted = event.clipboardData.getData('text')
            if (!pasted.includes('\n')) return
            event.preventDefault()
            change(withPasted(event.currentTarget, pasted))
          }}
          onFocus={() => ask(text)}
          onBlur={() => {
            setBox(CLOSED)
            stop()
          }}
          onKeyDown={handleKey}
        />
        <StateTag value={value} label={label} onChange={onChange} />
        {hasLines === true && (
          <IconButton
            label={isMultiline ? 'One line' : 'Several lines'}
            aria-pressed={isMultiline}
            disabled={text.includes('\n')}
            onClick={() => setIsLong(!isLong)}
          >
            <WrapText aria-hidden="true" size={14} />
          </IconButton>
        )}
        {props.children}
      </Popover.Anchor>
      {note}
      {answer?.failure !== undefined && (
        <p className={styles['failure']}>
          No suggestions: <ServerText>{answer.failure}</ServerText>
        </p>
      )}
      {box.isOpen && (
        <Suggestions
          id={id}
          label={`Suggestions for ${visibleText(label)}`}
          items={suggestions.map((suggestion, index) => (
            <span key={index} className={styles['option']}>
              {suggestion === '' ? <i>empty text</i> : <ServerText>{suggestion}</ServerText>}
            </span>
          ))}
          active={box.active}
          onTake={take}
        >
          <More answer={answer} shown={suggestions.length} />
        </Suggestions>
      )}
    </Popover.Root>
  )
}

const NONE: readonly string[] = []

function More({
  answer,
  shown
}: {
  readonly answer: Completion | undefined
  readonly shown: number
}) {
  const total = answer?.total
  const isMore = answer?.hasMore === true || (total !== undefined && total > shown)
  if (!isMore) return null
  return (
    <p className={styles['more']} role="status">
      {total !== undefined && total > shown
        ? `${shown} of ${count(total, 'value')}. Write more to see others.`
        : 'The server has more. Write more to see others.'}
    </p>
  )
}

type TagProps = Pick<Props, 'value' | 'onChange'> & { readonly label: string }

/** A text that is absent and one that is empty look the same; this says which it is. */
function StateTag({ value, label, onChange }: TagProps) {
  if (value !== undefined && value !== '') return null
  const isEmpty = value === ''
  return (
    <button
      type="button"
      className={styles['tag']}
      title={isEmpty ? 'It is sent as an empty text. Click to leave it out.' : LEFT_OUT}
      aria-label={`${visibleText(label)}: ${isEmpty ? 'empty text' : 'left out'}`}
      onClick={() => onChange(isEmpty ? undefined : '')}
    >
      {isEmpty ? 'empty text' : 'left out'}
    </button>
  )
}

const LEFT_OUT = 'It is not sent. Click to send an empty text.'

/** The text as it is once something is pasted where the cursor is; lines end as in any field. */
function withPasted(field: HTMLInputElement | HTMLTextAreaElement, pasted: string): string {
  const { value, selectionStart, selectionEnd } = field
  const lines = pasted.replace(/\r\n?/g, '\n')
  return value.slice(0, selectionStart ?? 0) + lines + value.slice(selectionEnd ?? value.length)
}

/** What is written is sent by a key that comes to no field, because it is taken on its way. */
function useWhenSent(field: React.RefObject<Element | null>, leave: () => void): void {
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSent && event.target === field.current) leave()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** One line, several and JSON are different fields; whoever was in one is then in the other. */
function useFocusKept(
  field: React.RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>,
  kind: 'line' | 'lines' | 'json'
): void {
  const before = useRef(kind)
  useEffect(() => {
    if (before.current === kind) return
    before.current = kind
    field.current?.focus()
  }, [field, kind])
}
