import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Hit } from '../../../../shared/calls/body'
import { visibleText } from '../../../../shared/text/visible-text'
import { IconButton } from '../../../ui/controls/IconButton'
import { ServerText } from '../../../ui/text/ServerText'
import { closeFind, takeFindAsk, useResultView, writeFind } from '../../call/result-view'
import type { Find } from './use-find'
import styles from './find.module.css'

const CHARS_BEFORE = 12

type Props = {
  readonly find: Find
  /** Gets the focus when the element that had it before is gone. */
  readonly fallback: () => HTMLElement | null
}

/** Finds a text in the whole result, also in what is not loaded, and shows each place in its context. */
export function FindBar({ find, fallback }: Props) {
  const { text, index, found, problem, hit, step } = find
  const input = useRef<HTMLInputElement>(null)
  const asks = useResultView((state) => state.findAsks)
  useEffect(() => {
    // The bar of another tool mounts without being asked for, so it must not take the focus.
    if (!takeFindAsk()) return
    input.current?.focus()
    input.current?.select()
  }, [asks])

  function close(): void {
    const opener = closeFind()
    const isThere = opener?.isConnected === true && opener !== document.body
    if (isThere) opener.focus()
    else fallback()?.focus()
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const hasHits = (found?.total ?? 0) > 0
  return (
    <div
      className={styles['bar']}
      role="search"
      aria-label="Find in the result"
      onKeyDown={handleKey}
    >
      <div className={styles['line']}>
        <input
          ref={input}
          type="search"
          className={styles['input']}
          aria-label="Find in the result"
          placeholder="Find in the whole result"
          spellCheck={false}
          autoComplete="off"
          maxLength={1_000}
          value={text}
          onChange={(event) => writeFind(event.target.value)}
        />
        <span className={styles['steps']}>
          {' '}
          <span className={styles['count']} role="status">
            {text !== '' && countOf(find, index)}
          </span>
          <IconButton
            label="Previous match"
            shortcut="Shift Enter"
            disabled={!hasHits}
            onClick={() => step(-1)}
          >
            <ChevronUp aria-hidden="true" size={14} />
          </IconButton>
          <IconButton
            label="Next match"
            shortcut="Enter"
            disabled={!hasHits}
            onClick={() => step(1)}
          >
            <ChevronDown aria-hidden="true" size={14} />
          </IconButton>
          <IconButton label="Close find" shortcut="Esc" onClick={close}>
            <X aria-hidden="true" size={14} />
          </IconButton>
        </span>{' '}
      </div>
      {problem !== undefined && <p className={styles['remark']}>{problem}</p>}
      {hit && <Excerpt hit={hit} />}
    </div>
  )
}

function countOf({ found, problem }: Find, index: number): string {
  if (problem !== undefined) return ''
  if (!found) return 'Searching…'
  if (found.total === 0) return 'No match'
  const total = `${found.total.toLocaleString('en-GB')}${found.isMore ? '+' : ''}`
  return `${(index + 1).toLocaleString('en-GB')} of ${total}`
}

/** What stands around it, which is there before the place itself can be shown. */
function Excerpt({ hit: { pointer, isName, before, match, after } }: { readonly hit: Hit }) {
  return (
    <p className={styles['excerpt']}>
      {pointer !== '' && (
        <span className={styles['place']} title={visibleText(pointer)}>
          <ServerText>{shortPlace(pointer)}</ServerText>
          {isName && ' (name)'}
        </span>
      )}
      <span className={styles['words']}>
        <ServerText>{ending(oneLine(before))}</ServerText>
        <mark className="ui-match">
          <ServerText>{oneLine(match)}</ServerText>
        </mark>
        <ServerText>{oneLine(after)}</ServerText>
      </span>
    </p>
  )
}

/** The last names of a pointer, which say most. */
function shortPlace(pointer: string): string {
  const names = pointer.split('/').slice(1)
  return [...(names.length > 2 ? ['…'] : []), ...names.slice(-2)].join(' › ')
}

/** The match itself has to be on the line, however narrow it is. */
function ending(text: string): string {
  return text.length > CHARS_BEFORE ? `…${text.slice(-CHARS_BEFORE)}` : text
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
