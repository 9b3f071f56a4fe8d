import { useLayoutEffect, useRef, useState } from 'react'
import { ServerText } from '../../../ui/text/ServerText'
import styles from './tool-header.module.css'

/** More than this of it is never drawn: a server may send any amount. */
const MOST_CHARS = 50_000
const CLAMPED_CHARS = 1_000

/** Two lines of it, and the rest for whoever asks. */
export function Description({ text }: { readonly text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isLong, setIsLong] = useState(text.length > CLAMPED_CHARS)

  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || isWhole) return undefined
    const look = (): void => {
      setIsLong(text.length > CLAMPED_CHARS || element.scrollHeight > element.clientHeight + 1)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, isWhole])

  return (
    <div className={styles['description']} data-whole={isWhole}>
      <p ref={paragraph} tabIndex={isWhole ? 0 : undefined}>
        <ServerText>{text.slice(0, isWhole ? MOST_CHARS : CLAMPED_CHARS)}</ServerText>
        {isWhole && text.length > MOST_CHARS && '…'}
      </p>
      {(isLong || isWhole) && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  )
}
