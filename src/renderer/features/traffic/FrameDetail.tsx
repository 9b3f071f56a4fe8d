import { X } from 'lucide-react'
import type { TrafficEntry } from '../../../shared/traffic'
import { findEntry } from '../../stores/traffic'
import { IconButton } from '../../ui/IconButton'
import { milliseconds } from '../../ui/format'
import { FrameText } from './FrameText'
import { statusOf } from './rows'
import styles from './traffic.module.css'

type Props = {
  readonly entry: TrafficEntry
  readonly entries: readonly TrafficEntry[]
  readonly answers: ReadonlyMap<number, TrafficEntry>
  readonly onClose: () => void
}

/** A frame, and beside it the frame it is paired with. */
export function FrameDetail({ entry, entries, answers, onClose }: Props) {
  const isAnswer = entry.answers !== undefined
  const request = isAnswer ? findEntry(entries, entry.answers) : entry
  const answer = isAnswer ? entry : answers.get(entry.seq)
  const isPaired = entry.kind === 'request' || isAnswer
  return (
    <section className={styles['detail']} aria-label="Frame">
      <header className={styles['detailHeader']}>
        <span>
          {isPaired ? 'Request and answer' : `Frame #${entry.seq}`}
          {answer?.tookMs !== undefined && ` · ${milliseconds(answer.tookMs)}`}
        </span>
        <IconButton label="Close the frame" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      {entry.finding !== undefined && (
        <p className={styles['finding']}>Patchbay finds: {entry.finding}</p>
      )}
      <div className={styles['frames']}>
        {isPaired ? (
          <>
            <Frame title="Request" entry={request} missing="The request is no longer kept." />
            <Frame title="Answer" entry={answer} missing="No answer yet." />
          </>
        ) : (
          <Frame title="Text" entry={entry} missing="" />
        )}
      </div>
    </section>
  )
}

type FrameProps = {
  readonly title: string
  readonly entry: TrafficEntry | undefined
  readonly missing: string
}

function Frame({ title, entry, missing }: FrameProps) {
  return (
    <section className={styles['frame']} aria-label={title}>
      <h3 className={styles['frameTitle']}>
        {title} {entry && `#${entry.seq}`}{' '}
        {entry && entry.kind !== 'request' && statusOf(entry, undefined).word}
      </h3>
      {entry ? (
        <FrameText key={entry.seq} seq={entry.seq} label={title} />
      ) : (
        <p className={styles['gone']}>{missing}</p>
      )}
    </section>
  )
}
