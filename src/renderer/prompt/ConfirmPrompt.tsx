import { TriangleAlert } from 'lucide-react'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import { Button } from '../ui/controls/Button'
import { ServerText } from '../ui/text/ServerText'
import { DefinitionLines } from './DefinitionLines'
import { PromptFooter } from './PromptFooter'
import type { PromptProps } from './PromptPage'
import { useReading } from './use-reading'
import styles from './prompt.module.css'

/** A yes to something that is shown line by line, such as a certificate. */
export function ConfirmPrompt({ ask, problem, onAnswer }: PromptProps<'confirm'>) {
  const { title, intro, warnings, lines, accept, hint } = ask.subject
  const { scroller, end, hasSeenAll, isShielded } = useReading()
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
        <Button
          autoFocus
          title={WINDOW_RECORDS.confirm.unanswered}
          onClick={() => onAnswer({ kind: 'dismissed' })}
        >
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
