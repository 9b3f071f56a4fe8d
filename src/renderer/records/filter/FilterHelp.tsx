import { CircleHelp } from 'lucide-react'
import { Popover } from 'radix-ui'
import { helpFor, type Vocabulary } from '../../../shared/query/vocabulary'
import { PopoverPanel } from '../../ui/controls/PopoverPanel'
import styles from './filter.module.css'

type Props = {
  readonly vocabulary: Vocabulary
  readonly isOpen: boolean
  readonly side: 'top' | 'bottom'
  readonly onOpen: (isOpen: boolean) => void
  /** An example is wanted in the box. */
  readonly onTake: (example: string) => void
}

/** The language of filters by example; each can be tried at once. */
export function FilterHelp({ vocabulary, isOpen, side, onOpen, onTake }: Props) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger
        className={styles['inside']}
        aria-label="What a filter can say"
        title="What a filter can say (? in the empty box)"
      >
        <CircleHelp aria-hidden="true" size={13} />
      </Popover.Trigger>
      <PopoverPanel
        className={`${styles['popover']} ${styles['help']}`}
        side={side}
        aria-label="What a filter can say"
        tabIndex={-1}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
      >
        <ul className={styles['examples']}>
          {helpFor(vocabulary).map(({ example, meaning }) => (
            <li key={example}>
              <button
                type="button"
                title="Put it into the filter"
                onClick={() => {
                  onOpen(false)
                  onTake(example)
                }}
              >
                <code>{example}</code>
              </button>
              <span>{meaning}</span>
            </li>
          ))}
        </ul>
      </PopoverPanel>
    </Popover.Root>
  )
}
