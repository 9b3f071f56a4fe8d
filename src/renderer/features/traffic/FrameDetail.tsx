import { X } from 'lucide-react'
import { useState } from 'react'
import { signatureIn } from '../../../shared/protocol/http-exchange'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import type { Ending, TrafficRow } from '../../../shared/traffic/traffic-row'
import { useTrafficState } from '../../stores/records/traffic-view'
import { CopyButton } from '../../ui/controls/CopyButton'
import { milliseconds } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { Segments } from '../../ui/controls/Segments'
import { CameFrom } from './detail/CameFrom'
import { ComparePrompt } from './detail/ComparePrompt'
import { rawOf } from './actions/copy-actions'
import { DetailActions } from './detail/DetailActions'
import { HeadersView } from './detail/HeadersView'
import { NoteRow } from './detail/NoteRow'
import { NotUtf8 } from './detail/NotUtf8'
import { TimingBar } from './detail/TimingBar'
import { useExchanges } from './detail/use-exchanges'
import { FrameText } from '../frame/FrameText'
import { isAsking } from './actions/pair'
import { statusOf } from '../frame/row-words'
import { useServerNames } from './use-server-names'
import { useRow } from '../frame/use-row'
import { Violations } from '../frame/Violations'
import frameStyles from './detail/frame.module.css'
import styles from './traffic.module.css'

type Props = {
  readonly recording: number
  readonly row: TrafficRow
  /** It is of a file. */
  readonly isImported: boolean
  readonly onClose: () => void
}

type Layout = 'pretty' | 'exact' | 'headers'

const TEXTS = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'exact', label: 'Exact' }
] as const
const WITH_HEADERS = [...TEXTS, { value: 'headers', label: 'Headers' }] as const

/** A frame, and beside it the frame it is paired with. */
export function FrameDetail({ recording, row, isImported, onClose }: Props) {
  const [wanted, setWanted] = useState<Layout>('pretty')
  const earlier = useTrafficState((state) => state.recording)
  const nameOf = useServerNames(earlier)
  const request = row.answers ?? row.repeats
  const isAnswer = request !== undefined
  const isPaired = isAsking(row) || isAnswer
  const other = useRow(recording, isAnswer ? request : row.ending?.seq)
  const [asked, answer] = isAnswer ? [other, row] : [row, other]
  const exchanges = useExchanges(recording, isPaired ? asked : row, answer?.seq)
  const layout = wanted === 'headers' && exchanges.length === 0 ? 'pretty' : wanted
  const isSigned = exchanges.some(({ exchange }) => signatureIn(exchange) !== undefined)
  const isLive = earlier === undefined
  const frame = { recording, row, isLive, isImported, serverName: nameOf(row.serverId) }
  return (
    <section className={styles['detail']} aria-label="Frame">
      <header className={styles['detailHeader']}>
        <span className={styles['detailTitle']}>
          <span className={styles['detailName']} data-paired={isPaired}>
            {isPaired ? pairTitle(row) : titleOf(row)}
            {answer?.tookMs !== undefined && ' · '}
          </span>
          {answer?.tookMs !== undefined && milliseconds(answer.tookMs)}
        </span>
        <Segments<Layout>
          label="How to show frames"
          value={layout}
          options={exchanges.length === 0 ? TEXTS : WITH_HEADERS}
          onChange={setWanted}
        />
        <DetailActions frame={frame} asked={asked && { ...frame, row: asked }} />
        <IconButton label="Close the frame" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </header>
      <ComparePrompt recording={recording} seq={row.seq} />
      <div className={frameStyles['facts']}>
        <CameFrom row={asked ?? row} isLive={isLive} />
        {isSigned && <span className={frameStyles['signed']}>Signed</span>}
        {answer?.timing && <TimingBar timing={answer.timing} />}
      </div>
      <NoteRow recording={recording} row={row} />
      <Violations entries={isPaired ? [asked, answer] : [row]} />
      {layout === 'headers' ? (
        <div className={styles['frames']}>
          <HeadersView exchanges={exchanges} />
        </div>
      ) : (
        <Frames {...{ recording, row, asked, answer, isPaired }} isExact={layout === 'exact'} />
      )}
    </section>
  )
}

type FramesProps = {
  readonly recording: number
  readonly row: TrafficRow
  readonly asked: TrafficRow | undefined
  readonly answer: TrafficRow | undefined
  readonly isPaired: boolean
  readonly isExact: boolean
}

function Frames({ recording, row, asked, answer, isPaired, isExact }: FramesProps) {
  if (!isPaired) {
    return (
      <div className={styles['frames']}>
        <Frame {...{ recording, row, isExact }} title="Text" missing="" />
      </div>
    )
  }
  return (
    <div className={styles['frames']}>
      <Frame
        {...{ recording, isExact }}
        title="Request"
        row={asked}
        missing="It is no longer kept."
      />
      <Frame
        {...{ recording, isExact }}
        title="Answer"
        row={answer}
        missing={whyNoAnswer(asked?.ending)}
      />
    </div>
  )
}

function pairTitle({ kind }: TrafficEntry): string {
  return kind === 'auth' ? 'Sign-in' : 'Request and answer'
}

/** What happened beside the frames is not a frame. */
function titleOf({ kind, seq }: TrafficEntry): string {
  return kind === 'lifecycle' ? `Event #${seq}` : `Frame #${seq}`
}

function whyNoAnswer(ending: Ending | undefined): string {
  if (ending?.kind === 'cancelled') return 'The request was cancelled.'
  if (ending?.kind === 'abandoned') return 'It was given up, or the session ended, before one came.'
  return 'No answer yet.'
}

type FrameProps = {
  readonly recording: number
  readonly title: string
  readonly row: TrafficRow | undefined
  readonly missing: string
  readonly isExact: boolean
}

function Frame({ recording, title, row, missing, isExact }: FrameProps) {
  return (
    <section className={styles['frame']} aria-label={title}>
      <header className={styles['frameTitle']}>
        <h3>
          {title} {row && `#${row.seq}`} {row && !isAsking(row) && statusOf(row).word}
        </h3>
        {row && (
          <CopyButton
            label={`Copy ${title.toLowerCase()}`}
            text={() => rawOf(recording, row.seq)}
          />
        )}
      </header>
      {row?.isNotUtf8 === true && <NotUtf8 {...{ recording, row }} />}
      {row ? (
        <FrameText
          {...{ recording, isExact }}
          seq={row.seq}
          label={title}
          isHttp={row.kind === 'auth'}
        />
      ) : (
        <p className={styles['gone']}>{missing}</p>
      )}
    </section>
  )
}
