import type { KeyboardEvent, RefObject } from 'react'
import { count } from '../../ui/format'
import { useSlash } from '../catalogue/use-slash'
import controls from '../../ui/controls.module.css'

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly total: number
  readonly filter: string
  readonly onFilter: (filter: string) => void
  /** On to what was found; `isDone` when the person wants to fill in its arguments at once. */
  readonly onLeave: (isDone: boolean) => void
}

export function ToolFilter({ field, total, filter, onFilter, onLeave }: Props) {
  useSlash('tools', () => field.current?.select())

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
      className={controls['input']}
      aria-label="Filter tools"
      aria-keyshortcuts="/"
      title="Filter tools (/)"
      placeholder={`Filter ${count(total, 'tool')}`}
      value={filter}
      spellCheck={false}
      onChange={(event) => onFilter(event.target.value)}
      onKeyDown={handleKey}
    />
  )
}
