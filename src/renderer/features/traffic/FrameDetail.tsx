import { X } from 'lucide-react'
import { useState } from 'react'
import type { TrafficEntry } from '../../../shared/traffic'
import { request } from '../../bridge'
import { findEntry, type Ending } from '../../stores/traffic'
import { CopyButton } from '../../ui/CopyButton'
import { milliseconds } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Segments } from '../../ui/Segments'
import { FrameText } from './FrameText'
import { statusOf } from './rows'
import { Violations } from './Violations'
import styles from './traffic.module.css'

type Props = {
  readonly entry: TrafficEntry
  readonly entries: readonly TrafficEntry[]
  readonly endings: ReadonlyMap<number, Ending>
  readonly onClose: () => void
}

type Layout = 'pretty' | 'exact'

const LAYOUTS = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'exact', label: 'Exact' }
] as const

/** A frame, and beside it the frame it is paired with. */
export function FrameDetail({ entry, entries, endings, onClose }: Props) {
  const [layout, setLayout] = useState<Layout>('pretty')
  const isExact = layout === 'exact'
  const isAnswer = entry.answers !== undefined
  const isPaired = entry.kind === 'request' || isAnswer
  const asked = isAnswer ? findEntry(entries, entry.answers) : entry
  const ending = isAnswer ? entry : endings.get(entry.seq)
  const answer = typeof ending === 'object' ? ending : undefined
  return (
    <section className={styles['detail']} aria-label="Frame">
      <header className={styles['detailHeader']}>
        <span className={styles['detailTitle']}>
          {isPaired ? 'Request and answer' : titleOf(entry)}
          {answer?.tookMs !== undefined && ` · ${milliseconds(answer.tookMs)}`}
        </span>
        <Segments
          label="How to show frames"
          value={layout}
          options={LAYOUTS}
          onChange={setLayout}
        />
        <IconButton label="Close the frame" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      <Violations entries={isPaired ? [asked, answer] : [entry]} />
      <div className={styles['frames']}>
        {isPaired ? (
          <>
            <Frame
              title="Request"
              entry={asked}
              missing="It is no longer kept."
              isExact={isExact}
            />
            <Frame title="Answer" entry={answer} missing={whyNoAnswer(ending)} isExact={isExact} />
          </>
        ) : (
          <Frame title="Text" entry={entry} missing="" isExact={isExact} />
        )}
      </div>
    </section>
  )
}

/** What happened beside the frames is not a frame. */
function titleOf({ kind, seq }: TrafficEntry): string {
  return kind === 'lifecycle' ? `Event #${seq}` : `Frame #${seq}`
}

function whyNoAnswer(ending: Ending | undefined): string {
  if (ending === 'cancelled') return 'The request was cancelled.'
  if (ending === 'abandoned') return 'The session ended before an answer came.'
  return 'No answer yet.'
}

type FrameProps = {
  readonly title: string
  readonly entry: TrafficEntry | undefined
  readonly missing: string
  readonly isExact: boolean
}

function Frame({ title, entry, missing, isExact }: FrameProps) {
  return (
    <section className={styles['frame']} aria-label={title}>
      <header className={styles['frameTitle']}>
        <h3>
          {title} {entry && `#${entry.seq}`}{' '}
          {entry && entry.kind !== 'request' && statusOf(entry, undefined).word}
        </h3>
        {entry && (
          <CopyButton label={`Copy ${title.toLowerCase()}`} text={() => rawOf(entry.seq)} />
        )}
      </header>
      {entry ? (
        <FrameText key={entry.seq} seq={entry.seq} label={title} isExact={isExact} />
      ) : (
        <p className={styles['gone']}>{missing}</p>
      )}
    </section>
  )
}

async function rawOf(seq: number): Promise<string> {
  const { text } = await request('traffic.raw', { seq, limit: Number.MAX_SAFE_INTEGER })
  return text
}
