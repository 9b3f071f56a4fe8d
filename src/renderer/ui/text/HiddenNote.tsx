import { useId, useMemo, type ReactNode } from 'react'
import { hasHidden, visibleParts } from '../../../shared/text/visible-text'
import { ServerText } from './ServerText'
import styles from './server-text.module.css'

type Noted = {
  /** The ids of what is said about the field, with the note among them. */
  readonly describedBy: string | undefined
  /** To be placed below the field. */
  readonly note: ReactNode
}

/** A field shows nothing of what cannot be seen in its text; a note below it does. */
export function useHiddenNote(text: string, describedBy: string | undefined): Noted {
  const id = useId()
  const isNeeded = useMemo(() => hasHidden(text), [text])
  if (!isNeeded) return { describedBy, note: null }
  return {
    describedBy: describedBy === undefined ? id : `${describedBy} ${id}`,
    note: <HiddenNote id={id} text={text} />
  }
}

function HiddenNote({ id, text }: { readonly id: string; readonly text: string }) {
  const excerpt = useMemo(() => excerptOf(text), [text])
  return (
    <p id={id} className={styles['hint']}>
      With what is not visible in it:{' '}
      <code>
        <ServerText>{excerpt}</ServerText>
      </code>
    </p>
  )
}

const WHOLE_CHARS = 500
const AROUND_CHARS = 20
const MOST_PARTS = 40

/** Of a long text only what is around the characters that are meant. */
function excerptOf(text: string): string {
  if (text.length <= WHOLE_CHARS) return text
  const parts = visibleParts(text)
  const shown = parts.slice(0, MOST_PARTS).map((part) => {
    if (part.kind === 'hidden' || part.text.length <= 2 * AROUND_CHARS) return part.text
    return `${part.text.slice(0, AROUND_CHARS)}…${part.text.slice(-AROUND_CHARS)}`
  })
  return parts.length > MOST_PARTS ? `${shown.join('')}…` : shown.join('')
}
