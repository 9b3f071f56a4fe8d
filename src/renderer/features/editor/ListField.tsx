import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { FieldGroup } from '../../ui/controls/Field'
import { IconButton } from '../../ui/controls/IconButton'
import styles from './editor.module.css'

type Props = {
  readonly label: string
  /** Of one item, such as `argument`. */
  readonly noun: string
  readonly items: readonly string[]
  readonly hint?: string
  readonly problem?: string | undefined
  readonly onChange: (items: readonly string[]) => void
  /** Makes several items of what is pasted; undefined when it is to be pasted as it is. */
  readonly split: (text: string) => readonly string[] | undefined
}

/** One item a line, and an empty line at the end to go on with. */
export function ListField({ label, noun, items, hint, problem, onChange, split }: Props) {
  const list = useRef<HTMLOListElement>(null)

  function focus(index: number): void {
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('input')[Math.max(0, index)]?.focus()
    )
  }

  function change(index: number, item: string): void {
    onChange(items.toSpliced(index, 1, item))
  }

  function remove(index: number): void {
    onChange(items.toSpliced(index, 1))
    focus(index - 1)
  }

  function move(index: number, by: -1 | 1): void {
    const [item, target] = [items[index], index + by]
    if (item === undefined || target < 0 || target >= items.length) return
    onChange(items.toSpliced(index, 1).toSpliced(target, 0, item))
    focus(target)
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>, index: number): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (event.altKey && event.key === 'ArrowUp') move(index, -1)
    else if (event.altKey && event.key === 'ArrowDown') move(index, 1)
    else if (isPlain && event.key === 'Enter') focus(index + 1)
    else if (event.key === 'Backspace' && items[index] === '') remove(index)
    else return
    event.preventDefault()
  }

  function handlePaste(event: ClipboardEvent, index: number): void {
    const parts = split(event.clipboardData.getData('text'))
    if (!parts) return
    event.preventDefault()
    const isBlank = (items[index] ?? '') === ''
    onChange(items.toSpliced(isBlank ? index : index + 1, isBlank ? 1 : 0, ...parts))
    focus(index + parts.length)
  }

  return (
    <FieldGroup label={label} hint={hint} problem={problem}>
      <ol ref={list} className={styles['list']}>
        {[...items, undefined].map((item, index) => (
          <li key={index} className={styles['row']}>
            <input
              className={styles['cell']}
              aria-label={item === undefined ? `Add ${noun}` : `${noun} ${index + 1}`}
              aria-invalid={problem !== undefined && item !== undefined}
              placeholder={item === undefined ? `Add ${noun}` : '(empty)'}
              spellCheck={false}
              autoComplete="off"
              value={item ?? ''}
              onChange={(event) => change(index, event.target.value)}
              onKeyDown={(event) => handleKey(event, index)}
              onPaste={(event) => handlePaste(event, index)}
            />
            {item !== undefined && (
              <span className={styles['rowButtons']}>
                <IconButton
                  label={`Move ${noun} ${index + 1} up`}
                  shortcut="Alt ↑"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp aria-hidden="true" size={13} />
                </IconButton>
                <IconButton
                  label={`Move ${noun} ${index + 1} down`}
                  shortcut="Alt ↓"
                  disabled={index === items.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown aria-hidden="true" size={13} />
                </IconButton>
                <IconButton label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
                  <X aria-hidden="true" size={13} />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
    </FieldGroup>
  )
}
