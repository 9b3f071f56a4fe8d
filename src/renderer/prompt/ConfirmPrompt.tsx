import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import { Button } from '../ui/controls/Button'
import { ServerText } from '../ui/text/ServerText'
import { useSeenToEnd } from '../ui/attention/use-seen-to-end'
import { useShield } from '../ui/attention/use-shield'
import { DefinitionLines } from './DefinitionLines'
import { PromptFooter } from './PromptFooter'
import type { PromptProps } from './PromptPage'
import styles from './prompt.module.css'

/** A yes to something that is shown line by line, such as a certificate. */
export function ConfirmPrompt({ ask, problem, onAnswer }: PromptProps<'confirm'>) {
  const { title, intro, warnings, lines, accept, hint } = ask.subject
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const hasSeenAll = useSeenToEnd(scroller, end)
  const isShielded = useShield()
  return (
    <main className="ui-pane">
      <header className={styles['header']}>
        <h1 className={styles['title']}>
          <ServerText>{title}</ServerText>
        </h1>
        <p className={styles['intro']}>
          <ServerText>{intro}</ServerText>
        </p>
      </header>
      <div
        ref={scroller}
        className={styles['content']}
        role="region"
        aria-label="What is asked"
        tabIndex={0}
      >
        <div className={styles['subject']}>
          {warnings.length > 0 && (
            <ul className={styles['warnings']} aria-label="Warnings">
              {warnings.map((message) => (
                <li key={message}>
                  <TriangleAlert aria-hidden="true" size={14} />
                  <span>
                    <ServerText>{message}</ServerText>
                  </span>
                </li>
              ))}
            </ul>
          )}
          <DefinitionLines lines={lines} />
        </div>
        <div ref={end} />
      </div>
      <PromptFooter problem={problem} hint={hasSeenAll ? hint : WINDOW_RECORDS.confirm.readFirst}>
        <Button autoFocus onClick={() => onAnswer({ kind: 'dismissed' })}>
          Not now
        </Button>
        <Button
          isPrimary
          disabled={isShielded || !hasSeenAll}
          onClick={() => onAnswer({ kind: 'confirm' })}
        >
          {accept}
        </Button>
      </PromptFooter>
    </main>
  )
}
