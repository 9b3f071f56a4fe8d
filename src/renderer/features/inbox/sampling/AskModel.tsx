import { openSheet } from '../../../stores/calls/inbox'
import { usePreferences } from '../../../stores/window/preferences'
import { Button } from '../../../ui/controls/Button'
import { ServerText } from '../../../ui/text/ServerText'
import { showSettings } from '../../../stores/window/settings-section'
import type { Completing } from './use-completion'
import styles from '../item/inbox.module.css'

type Props = {
  readonly state: Completing
  /** The person has not had the time to read it. */
  readonly isGuarded: boolean
  /** They have to read all of it first. */
  readonly isUnread: boolean
  readonly onAsk: () => void
  readonly onCancel: () => void
}

/** Has the answer written by the model that is set up, or leads to where one is. */
export function AskModel({ state, isGuarded, isUnread, onAsk, onCancel }: Props) {
  const { baseUrl, model } = usePreferences(({ samplingModel }) => samplingModel)
  const isWaiting = state.phase === 'waiting'

  function handleSetUp(): void {
    // It would lie over the settings where there is little room.
    openSheet(false)
    showSettings('sampling')
  }

  if (baseUrl === '') {
    return (
      <div className={styles['ask']}>
        <Button onClick={handleSetUp}>Set up a model…</Button>
        <p className={styles['hint']}>It can write the answer for you to look at.</p>
      </div>
    )
  }
  return (
    <div className={styles['ask']}>
      <Button disabled={isGuarded && !isWaiting} onClick={isWaiting ? onCancel : onAsk}>
        {isWaiting ? 'Stop asking' : 'Ask the model'}
      </Button>
      {state.phase === 'failed' ? (
        <p className="ui-problem" role="alert">
          <ServerText>{state.problem}</ServerText>
        </p>
      ) : (
        <p className={styles['hint']} role="status">
          {isUnread && 'Read the question to its end first. '}
          <AskNote state={state} model={model} baseUrl={baseUrl} />
        </p>
      )}
    </div>
  )
}

type NoteProps = {
  readonly state: Exclude<Completing, { phase: 'failed' }>
  readonly model: string
  readonly baseUrl: string
}

function AskNote({ state, model, baseUrl }: NoteProps) {
  if (state.phase === 'waiting') {
    return (
      <>
        Waiting for <ServerText>{model}</ServerText>…
      </>
    )
  }
  if (state.phase === 'done') {
    return (
      <>
        <ServerText>{model}</ServerText> has written the answer below. Read it, change it if you
        like, and send it.
      </>
    )
  }
  return (
    <>
      The question as it stands above goes to <ServerText>{`${model} at ${baseUrl}`}</ServerText>.
      You see the answer first.
    </>
  )
}
