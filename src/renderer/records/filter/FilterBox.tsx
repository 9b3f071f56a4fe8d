import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject
} from 'react'
import type { Completion } from '../../../shared/query/completions'
import type { Query, QueryError, QueryRemark } from '../../../shared/query/terms'
import type { KnownNames, Vocabulary } from '../../../shared/query/vocabulary'
import { visibleText } from '../../../shared/text/visible-text'
import { CLOSED, pressKey, withSuggestions, type Combobox } from '../../ui/controls/combobox'
import { Suggestions } from '../../ui/controls/Suggestions'
import { remarksToShow, offersAt, piecesOf, withCompletion } from './filter-box'
import { FilterHelp } from './FilterHelp'
import styles from './filter.module.css'

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly placeholder: string
  /** Key that leads to the field. */
  readonly shortcut?: string
  readonly query: string
  /** What the filter is understood as. */
  readonly parsed: Omit<Query, 'terms'>
  readonly vocabulary: Vocabulary
  /** Where there is room beside the box. */
  readonly side: 'top' | 'bottom'
  /** Asked for when it is wanted, because there can be much. */
  readonly names: () => KnownNames
  /** More to do with the filter; `onApply` puts one into the box. */
  readonly more?: (onApply: (query: string) => void) => ReactNode
  readonly onQuery: (query: string) => void
  /** On to what was found. */
  readonly onLeave: () => void
}

/** Where the filter is written, with what may come next, what is wrong with it, and what it can say. */
export function FilterBox(props: Props) {
  const { field, label, shortcut, query, vocabulary, side, names, onQuery, onLeave } = props
  const { errors, remarks } = props.parsed
  const id = useId()
  const [cursor, setCursor] = useState(query.length)
  const [box, setBox] = useState(CLOSED)
  const [words, setWords] = useState<KnownNames>({})
  const [isHelping, setIsHelping] = useState(false)
  const placed = useRef<number>(undefined)
  const offers = offersAt(query, cursor, vocabulary, words)
  const { items } = offers
  const isOpen = box.isOpen && items.length > 0
  const shownErrors = remarksToShow(errors, cursor, isOpen)
  const [remark] = shownErrors.length > 0 ? shownErrors : remarksToShow(remarks, cursor, isOpen)

  // What is put in by us moves the cursor to the end, wherever it was put in.
  useLayoutEffect(() => {
    if (placed.current === undefined) return
    field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = undefined
  }, [field, query])

  /** What may come next is known only with the names that there are now. */
  function offer(text: string, at: number, next: (count: number) => Combobox): void {
    const known = names()
    setWords(known)
    setCursor(at)
    setBox(next(offersAt(text, at, vocabulary, known).items.length))
  }

  function change(text: string, at: number): void {
    onQuery(text)
    offer(text, at, (count) => withSuggestions(count, true))
  }

  function take(index: number): void {
    const item = items[index]
    if (!item) return
    const edited = withCompletion(query, offers, item)
    placed.current = edited.cursor
    change(edited.text, edited.cursor)
  }

  /** For what came from elsewhere: it is complete, and nothing is to be offered. */
  function write(text: string): void {
    onQuery(text)
    setCursor(text.length)
    setBox(CLOSED)
    placed.current = text.length
    field.current?.focus()
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (press(event.key, event.currentTarget)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  function press(key: string, { selectionStart }: HTMLInputElement): boolean {
    if (key === '?' && query === '') setIsHelping(true)
    else if (key === 'ArrowDown' && !isOpen) {
      const at = selectionStart ?? query.length
      offer(query, at, (count) => ({ isOpen: count > 0, active: count > 0 ? 0 : -1 }))
    } else if (key === 'Tab' && isOpen && box.active >= 0) take(box.active)
    else {
      const pressed = pressKey({ ...box, isOpen }, key, isOpen ? items.length : 0)
      if (pressed) {
        setBox(pressed.next)
        if (pressed.taken !== undefined) take(pressed.taken)
      } else if (key === 'Escape' && query !== '') write('')
      else if (key === 'Escape' || key === 'Enter') {
        setBox(CLOSED)
        onLeave()
      } else return false
    }
    return true
  }

  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor className={styles['box']} data-wrong={shownErrors.length > 0}>
        <span className={styles['field']}>
          <input
            ref={field}
            className={`ui-input ${styles['input']}`}
            role="combobox"
            aria-label={label}
            aria-keyshortcuts={shortcut}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && box.active >= 0 ? `${id}-${box.active}` : undefined}
            aria-invalid={shownErrors.length > 0}
            aria-describedby={`${id}-problem`}
            title={shortcut === undefined ? label : `${label} (${shortcut})`}
            placeholder={props.placeholder}
            value={query}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) =>
              change(target.value, target.selectionStart ?? target.value.length)
            }
            onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
            onBlur={() => setBox(CLOSED)}
            onKeyDown={handleKey}
          />
          <WrongParts field={field} text={query} errors={shownErrors} />
        </span>
        {query !== '' && (
          <button
            type="button"
            className={styles['inside']}
            aria-label="Clear the filter"
            title="Clear the filter (Esc)"
            onClick={() => write('')}
          >
            <X aria-hidden="true" size={13} />
          </button>
        )}
        {props.more?.(write)}
        <FilterHelp
          vocabulary={vocabulary}
          isOpen={isHelping}
          side={side}
          onOpen={setIsHelping}
          onTake={write}
        />
        <p id={`${id}-problem`} className={styles['problem']} role="status">
          {remark && <Problem text={query} remark={remark} />}
        </p>
      </Popover.Anchor>
      {isOpen && (
        <Suggestions
          {...{ id, side }}
          label="What may come next"
          items={items.map((item) => (
            <Offer key={item.label} {...item} />
          ))}
          active={box.active}
          onTake={take}
        />
      )}
    </Popover.Root>
  )
}

function Problem({ text, remark }: { readonly text: string; readonly remark: QueryRemark }) {
  const part = text.slice(remark.start, remark.end)
  return (
    <>
      <code>{visibleText(part)}</code> {remark.message}
    </>
  )
}

type WrongPartsProps = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly errors: readonly QueryError[]
}

/** Underlines parts of the text in the field, which can hold nothing but text itself. */
function WrongParts({ field, text, errors }: WrongPartsProps) {
  const mirror = useRef<HTMLSpanElement>(null)
  const isShown = errors.length > 0
  // To ask for a scroll position lays out the page, which is too much to do for each new row.
  useLayoutEffect(() => {
    if (isShown && mirror.current && field.current) {
      mirror.current.scrollLeft = field.current.scrollLeft
    }
  }, [field, text, isShown])
  useEffect(() => {
    const input = field.current
    const follow = (): void => {
      if (mirror.current && input) mirror.current.scrollLeft = input.scrollLeft
    }
    input?.addEventListener('scroll', follow)
    return () => input?.removeEventListener('scroll', follow)
  }, [field])
  return (
    <span ref={mirror} className={styles['mirror']} aria-hidden="true">
      {isShown &&
        piecesOf(text, errors).map((piece, index) => (
          <span key={index} className={piece.isWrong ? styles['wrong'] : undefined}>
            {piece.text}
          </span>
        ))}
    </span>
  )
}

function Offer({ label, hint }: Completion) {
  return (
    <span className={styles['offer']}>
      <code>{label}</code> <span className={styles['hint']}>{hint}</span>
    </span>
  )
}
