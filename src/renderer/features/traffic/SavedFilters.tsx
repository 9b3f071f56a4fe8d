import { Bookmark, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState, type FormEvent } from 'react'
import { SAVED_FILTERS, type SavedFilter } from '../../../shared/ipc/preferences'
import { tell } from '../../stores/window/notices'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { PopoverPanel } from '../../ui/controls/PopoverPanel'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { whyNotSaved, withFilter, withoutFilter } from './saved-filters'
import styles from '../../records/filter/filter.module.css'

type Props = {
  readonly query: string
  readonly isValid: boolean
  readonly side: 'top' | 'bottom'
  readonly onApply: (query: string) => void
}

/** Filters that the person has given names: to apply, to delete, and to add the one in the box. */
export function SavedFilters({ query, isValid, side, onApply }: Props) {
  const filters = usePreferences((state) => state.trafficFilters)
  const [isOpen, setIsOpen] = useState(false)

  /** Says what it was, so that it can be written again. */
  function remove({ name, query: removed }: SavedFilter): void {
    changePreferences({ trafficFilters: withoutFilter(filters, name) })
    tell(`The filter "${name}" is deleted. It was: ${removed}`)
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        className={styles['inside']}
        aria-label="Saved filters"
        title="Saved filters"
      >
        <Bookmark aria-hidden="true" size={13} />
      </Popover.Trigger>
      <PopoverPanel
        className={`${styles['popover']} ${styles['saved']}`}
        side={side}
        aria-label="Saved filters"
      >
        <SaveForm
          query={query}
          refusal={whyNotSaved(filters, query, isValid)}
          onSave={(name) =>
            changePreferences({ trafficFilters: withFilter(filters, { name, query }) })
          }
        />
        <ul className={styles['filters']}>
          {filters.map((filter) => (
            <li key={filter.name}>
              <button
                type="button"
                aria-current={filter.query === query.trim()}
                onClick={() => {
                  setIsOpen(false)
                  onApply(filter.query)
                }}
              >
                <span>{filter.name}</span>
                <code>{filter.query}</code>
              </button>
              <IconButton label={`Delete ${filter.name}`} onClick={() => remove(filter)}>
                <X aria-hidden="true" size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      </PopoverPanel>
    </Popover.Root>
  )
}

type SaveFormProps = {
  readonly query: string
  readonly refusal: string | undefined
  readonly onSave: (name: string) => void
}

function SaveForm({ query, refusal, onSave }: SaveFormProps) {
  const [name, setName] = useState('')

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name)
    setName('')
  }

  if (refusal !== undefined) return <p className={styles['refusal']}>{refusal}</p>
  return (
    <form className={styles['saving']} onSubmit={handleSubmit}>
      <code title={query}>{query}</code>
      <input
        className="ui-input"
        aria-label="Name of the filter"
        placeholder="Name"
        maxLength={SAVED_FILTERS.nameChars}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  )
}
