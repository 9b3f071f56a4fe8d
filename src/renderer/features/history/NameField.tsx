import { useRef, useState } from 'react'
import styles from './history.module.css'

type Props = {
  readonly name: string
  /** Without a name nothing is to change. */
  readonly onEnd: (name: string | undefined) => void
}

const MOST_CHARS = 200

/** Takes the place of a row. Enter keeps the name, Escape drops it. */
export function NameField({ name, onEnd }: Props) {
  const [text, setText] = useState(name)
  const hasEnded = useRef(false)

  function end(named: string | undefined): void {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(named)
  }

  return (
    <input
      className={styles['naming']}
      aria-label="Name of this call"
      placeholder="A name for this call"
      maxLength={MOST_CHARS}
      autoFocus
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(text)
        if (event.key === 'Escape') end(undefined)
      }}
    />
  )
}
