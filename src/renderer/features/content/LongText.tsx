import { memo, useMemo, useState } from 'react'
import { Button } from '../../ui/Button'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { piecesOf } from './text-pieces'
import styles from './content.module.css'

/** More than this is not put on the screen; it can be saved. */
const MOST_CHARS = 5_000_000
/** What is put on the screen at once, wherever the text is. */
const FIRST_CHARS = 100_000
const MORE_CHARS = 200_000

type Props = {
  readonly text: string
  readonly total: number
  readonly isLoading: boolean
  readonly onMore: () => void
}

/** A text as it is, in pieces that cost nothing while they are out of sight. */
export function LongText({ text, total, isLoading, onMore }: Props) {
  const [wanted, setWanted] = useState(FIRST_CHARS)
  const pieces = useMemo(() => piecesOf(beginningOf(text, wanted)), [text, wanted])
  const shown = Math.min(wanted, text.length)
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
        {pieces.map((piece, index) => (
          <Piece key={index} text={piece} />
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

const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return (
    <div className={styles['piece']}>
      <ServerText>{text}</ServerText>
    </div>
  )
})
