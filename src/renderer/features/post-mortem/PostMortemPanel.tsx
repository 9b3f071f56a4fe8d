import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { PostMortem } from '../../../shared/servers/post-mortem'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { readCall, useCalls } from '../../stores/calls/calls'
import { usePromptAnswers } from '../../stores/calls/prompt-answers'
import { useReadings } from '../../stores/calls/readings'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { shortTimeOfDay } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { diagnose } from '../server/diagnose'
import { restartServer } from '../server/session-actions'
import { describeBlame } from '../server/session-words'
import { useRows } from '../frame/use-row'
import { WaitingButtons, WaitingWords } from '../server/Waiting'
import { describeEnding, describeUptime } from './ending-words'
import { InFlightList, LastFrames, LastStderr } from './Evidence'
import { askAgain, lostNames, lostWords } from './lost-exchanges'
import { callsToReplay, dismiss, replay } from './replay'
import { reportText } from './report-text'
import styles from './post-mortem.module.css'

/** In a window lower than this, the evidence would push everything else out of it. */
const ROOMY_PX = 720

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly postMortem: PostMortem
}

/** What is known of a session that ended by itself. Stays until it is dismissed, or the next one. */
export function PostMortemPanel({ server, state, postMortem }: Props) {
  const [isReplaying, setIsReplaying] = useState(false)
  const { time, inFlight, lastFrames, lastStderr } = postMortem
  // Only these: everything else changes with every frame.
  const unanswered = useCalls(useShallow(({ calls }) => callsToReplay(calls, inFlight)))
  useEffect(() => {
    for (const { callId } of inFlight) {
      // One that is no longer kept cannot be made again, and is not offered.
      if (callId !== undefined) readCall(callId).catch(() => undefined)
    }
  }, [inFlight])
  const lost = {
    uris: useReadings(useShallow(({ byResource }) => lostNames(server.id, inFlight, byResource))),
    prompts: usePromptAnswers(
      useShallow(({ byPrompt }) => lostNames(server.id, inFlight, byPrompt))
    )
  }
  const replayed = lostWords(unanswered.length, lost)
  const frames = useRows(lastFrames)
  const isReady = state.phase === 'ready'
  const [isWanted, setIsWanted] = useState<boolean>()
  // Whoever can go on wants the room for that.
  // What happened since is the headline; this is what went before it.
  const isOver = isReady || (state.phase === 'failed' && state.reason !== postMortem.reason)
  const isOpen = isWanted ?? (innerHeight >= ROOMY_PX && !isOver)
  const failure = state.phase === 'failed' && !isOver ? state : undefined
  const waiting = state.phase === 'waiting' ? state : undefined

  async function handleReplay(): Promise<void> {
    setIsReplaying(true)
    await replay(server.id, unanswered, isReady)
    void askAgain(server.id, lost, unanswered.length === 0) // never rejects
    setIsReplaying(false)
  }

  return (
    <section
      className={styles['panel']}
      data-over={isOver}
      aria-label="Post-mortem"
      {...(failure && { role: 'alert' })}
    >
      <header className={styles['head']}>
        <IconButton
          label={isOpen ? 'Fold the post-mortem' : 'Unfold the post-mortem'}
          aria-expanded={isOpen}
          onClick={() => setIsWanted(!isOpen)}
        >
          {isOpen ? (
            <ChevronDown aria-hidden="true" size={14} />
          ) : (
            <ChevronRight aria-hidden="true" size={14} />
          )}
        </IconButton>
        <div className={styles['words']}>
          <h2>
            <ServerText>{headlineOf(server.name, postMortem)}</ServerText>
          </h2>
          <p>
            {[shortTimeOfDay(time), ...detailsOf(postMortem)].join(' · ')}
            {isReady && <span className={styles['again']}> · it is open again</span>}
            {waiting && (
              <span className={styles['waiting']}>
                {' '}
                · it <WaitingWords waiting={waiting} />
              </span>
            )}
          </p>
          {failure && (
            <p>
              <ServerText>{failure.reason}</ServerText> {describeBlame(failure.blame)}{' '}
              {failure.next}
            </p>
          )}
        </div>
        <div className={styles['actions']}>
          {replayed !== '' && (
            <Button
              isPrimary={!isOver || isReady}
              disabled={isReplaying || state.phase === 'starting'}
              onClick={() => void handleReplay()}
            >
              {isReady ? 'Replay' : 'Restart and replay'} {replayed}
            </Button>
          )}
          {waiting && (
            <div role="group" aria-label="Waiting" className={styles['actions']}>
              <WaitingButtons server={server} isPrimary={replayed === ''} />
            </div>
          )}
          {!isOver && canRestart(state) && (
            <Button
              isPrimary={replayed === ''}
              disabled={isReplaying}
              onClick={() => restartServer(server.id)}
            >
              Restart
            </Button>
          )}
          {!waiting && !(isOver && !isReady) && (
            <Button onClick={() => diagnose(server.id)}>Run the doctor</Button>
          )}
          <CopyButton
            label="Copy the report"
            text={() =>
              reportText({ serverName: server.name, postMortem, frames, calls: unanswered })
            }
          />
          <IconButton label="Dismiss the post-mortem" onClick={() => dismiss(server.id)}>
            <X aria-hidden="true" size={14} />
          </IconButton>
        </div>
      </header>
      {isOpen && (
        <div className={styles['evidence']}>
          <InFlightList inFlight={inFlight} calls={unanswered} />
          <LastStderr lines={lastStderr} />
          <LastFrames seqs={lastFrames} frames={frames} />
        </div>
      )}
    </section>
  )
}

/** One that waits to be opened again has buttons of its own for that. */
function canRestart({ phase }: SessionState): boolean {
  return phase === 'failed' || phase === 'idle'
}

/** The ending when a process ended; the reason when it was only out of reach. */
function headlineOf(name: string, postMortem: PostMortem): string {
  const ending = describeEnding(postMortem)
  return ending ? `${name} ${ending.how}` : postMortem.reason
}

function detailsOf(postMortem: PostMortem): readonly string[] {
  const { pid, inFlight } = postMortem
  const uptime = describeUptime(postMortem)
  const meaning = describeEnding(postMortem)?.meaning
  return [
    ...(meaning === undefined ? [] : [meaning]),
    ...(uptime === undefined ? [] : [uptime]),
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    ...(inFlight.length === 0 ? ['nothing was waiting for an answer'] : [])
  ]
}
