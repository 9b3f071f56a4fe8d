import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useEffectEvent,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode
} from 'react'
import type { Prompt } from '../../../shared/catalogue'
import { visibleText } from '../../../shared/visible-text'
import { EmptyState } from '../../ui/EmptyState'
import { count } from '../../ui/format'
import { nextIndex } from '../../ui/list-keys'
import { ServerText } from '../../ui/ServerText'
import { ROW_HEIGHT } from '../../ui/row-height'
import controls from '../../ui/controls.module.css'
import type { ChangeWords } from '../catalogue/changes-of'
import { useSlash } from '../catalogue/use-slash'
import { argumentsOf } from './prompt-words'
import styles from './prompts.module.css'

type Props = {
  readonly prompts: readonly Prompt[]
  readonly total: number
  readonly filter: string
  readonly selected: string | undefined
  readonly changes: ChangeWords
  /** Beside the filter. */
  readonly action: ReactNode
  readonly onFilter: (filter: string) => void
  readonly onSelect: (name: string) => void
  /** The person is done choosing and wants to fill in the arguments. */
  readonly onEnter: () => void
}

const PAGE = 10

export function PromptList(props: Props) {
  const { prompts, total, filter, selected, changes, onFilter, onSelect, onEnter } = props
  const list = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLInputElement>(null)
  useSlash('prompts', () => filterField.current?.select())
  const selectedIndex = prompts.findIndex(({ name }) => name === selected)
  const rows = useVirtualizer({
    count: prompts.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10
  })
  // Follows the keys, but not a list that changes by itself.
  const follow = useEffectEvent((): void => {
    if (selectedIndex !== -1) rows.scrollToIndex(selectedIndex)
  })
  useEffect(() => follow(), [selected])

  /** From the filter straight to what it found. */
  function handleFilterKey(event: KeyboardEvent): void {
    const [first] = prompts
    if (event.key === 'Escape' && filter !== '') {
      onFilter('')
      return event.preventDefault()
    }
    if (!first || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    if (selectedIndex === -1) onSelect(first.name)
    if (event.key === 'Enter') onEnter()
    else list.current?.focus()
    event.preventDefault()
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      onEnter()
      return event.preventDefault()
    }
    const index = nextIndex(event.key, selectedIndex, prompts.length, PAGE)
    const prompt = index === undefined ? undefined : prompts[index]
    if (!prompt) return
    onSelect(prompt.name)
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const prompt = row && prompts[Number(row.dataset['index'])]
    if (prompt) onSelect(prompt.name)
  }

  const visible = rows.getVirtualItems()
  const isSelectedVisible = visible.some(({ index }) => index === selectedIndex)
  return (
    <div className={styles['list']}>
      <div className={styles['filter']}>
        <input
          ref={filterField}
          type="search"
          aria-keyshortcuts="/"
          title="Filter prompts (/)"
          className={controls['input']}
          aria-label="Filter prompts"
          placeholder={`Filter ${count(total, 'prompt')}`}
          value={filter}
          spellCheck={false}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={handleFilterKey}
        />
        {props.action}
      </div>
      {prompts.length === 0 && (
        <EmptyState title="No prompt matches">Shorten the filter.</EmptyState>
      )}
      <div
        ref={list}
        className={styles['rows']}
        role="listbox"
        aria-label="Prompts"
        aria-activedescendant={isSelectedVisible ? `prompt-${selectedIndex}` : undefined}
        tabIndex={0}
        hidden={prompts.length === 0}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <div role="presentation" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const prompt = prompts[index]
            return (
              prompt && (
                <div
                  key={index}
                  id={`prompt-${index}`}
                  role="option"
                  aria-selected={index === selectedIndex}
                  aria-posinset={index + 1}
                  aria-setsize={prompts.length}
                  data-index={index}
                  className={styles['row']}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PromptRow prompt={prompt} change={changes.get(prompt.name)} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

type RowProps = { readonly prompt: Prompt; readonly change: string | undefined }

function PromptRow({ prompt, change }: RowProps) {
  const title = prompt['title']
  const argumentCount = argumentsOf(prompt).known.length
  const hasTitle = typeof title === 'string' && title !== '' && title !== prompt.name
  return (
    <>
      <span className={styles['label']} title={visibleText(prompt.name)}>
        <ServerText>{prompt.name}</ServerText>
      </span>
      {hasTitle && (
        <span className={styles['subtleName']}>
          <ServerText>{title}</ServerText>
        </span>
      )}
      <span className={styles['rowEnd']}>
        {change !== undefined && <span className={styles['badge']}>{change}</span>}
        {argumentCount > 0 && (
          <span title={count(argumentCount, 'argument')}>
            {argumentCount} {argumentCount === 1 ? 'arg' : 'args'}
          </span>
        )}
      </span>
    </>
  )
}
