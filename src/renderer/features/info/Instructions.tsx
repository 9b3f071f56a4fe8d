import { useLayoutEffect, useRef, useState } from 'react'
import { Segments } from '../../ui/controls/Segments'
import { ServerText } from '../../ui/text/ServerText'
import { Markdown, MARKDOWN_LIMIT_CHARS } from '../content/Markdown'
import styles from './info.module.css'

type View = 'rendered' | 'plain'

/** What the server wants a language model to know about it. */
export function Instructions({ text }: { readonly text: string }) {
  const isLong = text.length > MARKDOWN_LIMIT_CHARS
  const [view, setView] = useState<View>(isLong ? 'plain' : 'rendered')
  const shown = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isCut, setIsCut] = useState(false)

  useLayoutEffect(() => {
    const element = shown.current
    if (!element || isWhole) return undefined
    const observer = new ResizeObserver(() => {
      setIsCut(element.scrollHeight > element.clientHeight + 1)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole, view])

  return (
    <>
      <Segments
        label="How to show the instructions"
        value={view}
        options={[
          {
            value: 'rendered',
            label: 'Markdown',
            refusal: isLong ? 'They are too long to be shown as Markdown.' : undefined
          },
          { value: 'plain', label: 'Plain' }
        ]}
        onChange={setView}
      />
      <div
        ref={shown}
        className={styles['instructions']}
        role="region"
        aria-label="Instructions"
        data-whole={isWhole}
        data-cut={isCut && !isWhole}
      >
        {view === 'rendered' ? (
          <Markdown text={text} />
        ) : (
          <p className={styles['plain']}>
            <ServerText>{text}</ServerText>
          </p>
        )}
      </div>
      {(isCut || isWhole) && (
        <button
          type="button"
          className="ui-link"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all of them'}
        </button>
      )}
    </>
  )
}
