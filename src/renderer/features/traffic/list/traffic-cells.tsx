import { ChevronDown, ChevronRight, Pin, StickyNote } from 'lucide-react'
import type { TrafficColumn } from '../../../../shared/ipc/preferences'
import type { Highlights } from '../../../../shared/query/highlights'
import type { Violation } from '../../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { visibleText } from '../../../../shared/text/visible-text'
import type { RecordColumn, RowShape } from '../../../records/RecordTable'
import { exactly } from '../../../ui/time/day'
import { count, milliseconds } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { MarkedText } from '../../../ui/text/MarkedText'
import { kindWord, originWords, sizeOf, statusOf, subjectOf } from '../../frame/row-words'
import styles from './list.module.css'

/** Whether what belongs to a call is in sight. A part is itself what belongs to one. */
export type Fold = 'none' | 'closed' | 'open' | 'part'

export type Facts = {
  /** Those that are shown. */
  readonly columns: readonly TrafficColumn[]
  /** Whether there is room for more than an arrow. */
  readonly hasOriginWord: boolean
  readonly serverName: string
  readonly time: string
  readonly highlights: Highlights
  /** A request and its answer are one row. */
  readonly isPaired: boolean
  /** How many rules are broken by it and by what is folded into it. */
  readonly violations: number
  /** Undefined where nothing is folded, and no room is left for it. */
  readonly fold: Fold | undefined
}

export const SHAPE: RowShape<TrafficRow, Facts> = {
  idOf: ({ seq }) => `frame-${seq}`,
  marks: ({ seq, kind }) => ({ 'data-seq': seq, 'data-kind': kind }),
  title: ({ violations }) => violations && visibleText(sentencesOf(violations))
}

function sentencesOf(violations: readonly Violation[]): string {
  return violations.map(({ message }) => message).join('\n')
}

type Cell = Omit<RecordColumn<TrafficRow, Facts>, 'id'>
type Props = Facts & { readonly row: TrafficRow }

export function columnsOf(
  ids: readonly TrafficColumn[]
): readonly RecordColumn<TrafficRow, Facts>[] {
  return ids.map((id) => ({ id, ...CELLS[id] }))
}

/** Colours follow marks; words of the cell say the same. */
const CELLS: Readonly<Record<TrafficColumn, Cell>> = {
  number: { cell: ({ seq }) => seq },
  time: { cell: (row, { time }) => <time title={exactly(row.time)}>{time}</time> },
  server: { cell: (_, { serverName }) => <ServerText>{serverName}</ServerText> },
  origin: {
    cell: (row, facts) => <Origin {...{ row, ...facts }} />,
    marks: ({ kind, origin }) => (kind === 'lifecycle' ? {} : { 'data-origin': origin })
  },
  kind: { cell: kindWord },
  subject: { cell: (row, facts) => <Subject {...{ row, ...facts }} /> },
  id: {
    cell: ({ id }, { highlights }) =>
      id !== undefined && <MarkedText text={JSON.stringify(id)} {...highlights} />
  },
  status: {
    cell: (row) => statusOf(row).word,
    marks: (row) => ({ 'data-tone': statusOf(row).tone })
  },
  took: {
    cell: ({ tookMs, ending }) => {
      const took = tookMs ?? ending?.tookMs
      return took !== undefined && milliseconds(took)
    }
  },
  size: {
    cell: (row, { isPaired }) => {
      const { text, title } = sizeOf(row, isPaired) ?? {}
      return <span title={title}>{text}</span>
    }
  },
  violations: { cell: (_, { violations }) => violations > 0 && <Flag count={violations} /> }
}

function Origin({ row, columns, hasOriginWord }: Props) {
  const [arrow, word] = originWords(row)
  if (arrow === '') return columns.includes('kind') || !hasOriginWord ? '' : kindWord(row)
  if (hasOriginWord) return `${arrow} ${word}`
  return (
    <span role="img" aria-label={word} title={word}>
      {arrow}
    </span>
  )
}

function Subject({ row, columns, highlights, fold, violations }: Props) {
  const { isPinned, note } = row
  return (
    <>
      {fold && <Twisty fold={fold} belonging={row.belonging ?? 0} />}
      {violations > 0 && !columns.includes('violations') && <Flag count={violations} />}
      {isPinned === true && (
        <Pin className={styles['noteMark']} role="img" aria-label="Pinned" size={11} />
      )}
      {note !== undefined && (
        <span className={styles['noteMark']} title={visibleText(note)}>
          <StickyNote role="img" aria-label={`Note: ${visibleText(note)}`} size={11} />
        </span>
      )}
      <MarkedText text={subjectOf(row)} {...highlights} />
    </>
  )
}

function Twisty({ fold, belonging }: { readonly fold: Fold; readonly belonging: number }) {
  if (fold === 'none' || fold === 'part') return <span className={styles[fold]} />
  const Icon = fold === 'open' ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className={styles['twisty']}
      tabIndex={-1}
      data-twisty=""
      aria-expanded={fold === 'open'}
      aria-label={`${count(belonging, 'notification')} of this call`}
    >
      <Icon aria-hidden="true" size={12} />
      <span>{belonging.toLocaleString('en-GB')}</span>
    </button>
  )
}

function Flag({ count: violations }: { readonly count: number }) {
  return (
    <b className={styles['flag']} role="img" aria-label={count(violations, 'violation')}>
      ! {violations}{' '}
    </b>
  )
}
