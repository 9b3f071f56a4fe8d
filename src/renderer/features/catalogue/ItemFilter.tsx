import type { KeyboardEvent, RefObject } from 'react'
import { count } from '../../ui/text/format'
import { useSlash } from './use-slash'

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  /** What is in the list, in the singular. */
  readonly noun: string
  readonly total: number
  readonly filter: string
  readonly onFilter: (filter: string) => void
  /** On to what was found; `isDone` when the person wants to go on with it at once. */
  readonly onLeave: (isDone: boolean) => void
}

export function ItemFilter({ field, noun, total, filter, onFilter, onLeave }: Props) {
  useSlash(`${noun}s`, () => field.current?.select())

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') onLeave(false)
    else if (event.key === 'Enter') onLeave(true)
    else if (event.key === 'Escape' && filter !== '') onFilter('')
    else return
    event.preventDefault()
  }

  return (
    <input
      ref={field}
      type="search"
      className="ui-input"
      aria-label={`Filter ${noun}s`}
      aria-keyshortcuts="/"
      title={`Filter ${noun}s (/)`}
      placeholder={`Filter ${count(total, noun)}`}
      value={filter}
      spellCheck={false}
      onChange={(event) => onFilter(event.target.value)}
      onKeyDown={handleKey}
    />
  )
}
