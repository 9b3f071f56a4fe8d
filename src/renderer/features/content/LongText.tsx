import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import type { FoundRange } from './body/found'
import { piecesOf } from './text-pieces'
import styles from './content.module.css'

/** More than this is not put on the screen; it can be saved. */
const MOST_CHARS = 5_000_000
/** What is put on the screen at once, wherever the text is. */
const FIRST_CHARS = 100_000
const MORE_CHARS = 200_000
/** How much text is shown after the current match. */
const CONTEXT_CHARS = 10_000

type Props = {
  readonly text: string
  readonly total: number
  readonly isLoading: boolean
  readonly onMore: () => void
  /** The current match in the text. */
  readonly found?: FoundRange | undefined
  /** Fetches so many characters of it. */
  readonly onLoadTo?: (chars: number) => void
}

/** A text as it is, in pieces that cost nothing while they are out of sight. */
export function LongText({ text, total, isLoading, onMore, found, onLoadTo }: Props) {
  const [wanted, setWanted] = useState(FIRST_CHARS)
  const pieces = useMemo(() => piecesOf(beginningOf(text, wanted)), [text, wanted])
  const shown = Math.min(wanted, text.length)
  const needed = found && neededFor(found, total)
  const loadTo = useEffectEvent((chars: number) => onLoadTo?.(chars))
  useEffect(() => {
    if (needed === undefined) return
    setWanted((was) => Math.max(was, needed))
    loadTo(needed)
  }, [needed])
  const rest = total - shown

  function showMore(): void {
    const more = shown + MORE_CHARS
    setWanted(more)
    if (more > text.length && text.length < total) onMore()
  }

  return (
    <>
      {text === '' && <p className={styles['note']}>The text is empty.</p>}
      <pre className={styles['text']}>
        {withStarts(pieces).map(({ piece, start }, index) => (
          <Piece key={index} text={piece} found={within(found, start, piece.length)} />
        ))}
      </pre>
      {rest > 0 && (
        <p className={styles['rest']}>
          {count(rest, 'more character')}
          {shown < MOST_CHARS ? (
            <Button onClick={showMore} disabled={isLoading}>
              Show more
            </Button>
          ) : (
            '. That is too much to be shown; save it to see the rest.'
          )}
        </p>
      )}
    </>
  )
}

/** Half a character is none. */
function beginningOf(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')
}

/** With a little of what comes after it; nothing where it is too far away to be put on the screen. */
function neededFor({ at, length }: FoundRange, total: number): number | undefined {
  const end = at + length
  return end > MOST_CHARS ? undefined : Math.min(total, end + CONTEXT_CHARS)
}

function withStarts(
  pieces: readonly string[]
): readonly { readonly piece: string; readonly start: number }[] {
  let start = 0
  return pieces.map((piece) => {
    start += piece.length
    return { piece, start: start - piece.length }
  })
}

/** The part of the place that is in a piece. */
function within(
  found: FoundRange | undefined,
  start: number,
  length: number
): FoundRange | undefined {
  if (!found || found.at < start || found.at >= start + length) return undefined
  const at = found.at - start
  return { at, length: Math.min(found.length, length - at) }
}

type PieceProps = { readonly text: string; readonly found: FoundRange | undefined }

const Piece = memo(
  function Piece({ text, found }: PieceProps) {
    return (
      <div className={styles['piece']}>
        {found ? <FoundText text={text} found={found} /> : <ServerText>{text}</ServerText>}
      </div>
    )
  },
  (was, is) =>
    was.text === is.text && was.found?.at === is.found?.at && was.found?.length === is.found?.length
)

function FoundText({ text, found }: { readonly text: string; readonly found: FoundRange }) {
  const mark = useRef<HTMLElement>(null)
  const { at, length } = found
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [at, length])
  return (
    <>
      <ServerText>{text.slice(0, at)}</ServerText>
      <mark ref={mark} className={styles['found']}>
        <ServerText>{text.slice(at, at + length)}</ServerText>
      </mark>
      <ServerText>{text.slice(at + length)}</ServerText>
    </>
  )
}
