import { useState } from 'react'
import { Segments } from '../../ui/Segments'
import { ServerText } from '../../ui/ServerText'
import { Markdown, MARKDOWN_LIMIT_CHARS } from '../content/Markdown'
import styles from './info.module.css'

type View = 'rendered' | 'plain'

/** What the server wants a language model to know about it. */
export function Instructions({ text }: { readonly text: string }) {
  const isLong = text.length > MARKDOWN_LIMIT_CHARS
  const [view, setView] = useState<View>(isLong ? 'plain' : 'rendered')
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
      <div className={styles['instructions']} role="region" aria-label="Instructions" tabIndex={0}>
        {view === 'rendered' ? (
          <Markdown text={text} />
        ) : (
          <p className={styles['plain']}>
            <ServerText>{text}</ServerText>
          </p>
        )}
      </div>
    </>
  )
}
