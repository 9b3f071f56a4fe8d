import { Globe } from 'lucide-react'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import { Button } from '../ui/controls/Button'
import { ServerText } from '../ui/text/ServerText'
import { DefinitionLines } from './DefinitionLines'
import { PromptFooter } from './PromptFooter'
import type { PromptProps } from './PromptPage'
import { useReading } from './use-reading'
import styles from './prompt.module.css'

const { title, readFirst } = WINDOW_RECORDS.model

/** Whether what servers ask, and a key, may go to this address. */
export function ModelPrompt({ ask, problem, onAnswer }: PromptProps<'model'>) {
  const { model, keyName, address, leaves } = ask.subject
  const { scroller, end, hasSeenAll, isShielded } = useReading()
  const lines = [
    { label: 'address', text: address },
    { label: 'model', text: model },
    ...(keyName === '' ? [] : [{ label: 'secret that is sent', text: keyName }])
  ]
  return (
    <main className="ui-pane">
      <header className={styles['header']}>
        <h1 className={styles['title']}>
          <ServerText>{title(ask)}</ServerText>
        </h1>
        <p className={styles['intro']}>
          Questions of servers go there, each only when you press the button for it
          {keyName !== '' && ', and with each of them the secret'}.
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
          {leaves && (
            <p className={styles['leaves']}>
              <Globe aria-hidden="true" size={12} />
              leaves this machine
            </p>
          )}
          <DefinitionLines lines={lines} />
        </div>
        <div ref={end} />
      </div>
      <PromptFooter
        problem={problem}
        hint={hasSeenAll ? 'Another address or secret is asked about again.' : readFirst}
      >
        <Button
          autoFocus
          title={WINDOW_RECORDS.model.unanswered}
          onClick={() => onAnswer({ kind: 'dismissed' })}
        >
          Not now
        </Button>
        <Button
          isPrimary
          disabled={isShielded || !hasSeenAll}
          onClick={() => onAnswer({ kind: 'model' })}
        >
          Use it
        </Button>
      </PromptFooter>
    </main>
  )
}
