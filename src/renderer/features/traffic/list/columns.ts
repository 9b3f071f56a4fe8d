/** Which columns the list has, and how wide they are. Pure, so that it is tested without a window. */
import {
  TRAFFIC_COLUMNS,
  type TrafficColumn,
  type TrafficList,
  type TrafficTime
} from '../../../../shared/ipc/preferences'

type Description = {
  readonly label: string
  /** For menus, where the label says too little by itself. */
  readonly title?: string
  readonly width: number
  readonly least: number
}

/** With less room than this, the arrow alone says who sent a frame. */
const NARROW = 460
const ARROW = 14
/** An origin that is narrower has no room for its word. */
export const ORIGIN_WORD = 40

const DESCRIPTIONS: Readonly<Record<TrafficColumn, Description>> = {
  number: { label: '#', title: 'Number', width: 28, least: 24 },
  time: { label: 'Time', width: 90, least: 40 },
  server: { label: 'Server', width: 96, least: 40 },
  origin: { label: 'Origin', width: 76, least: ARROW },
  kind: { label: 'Kind', width: 76, least: 40 },
  subject: { label: 'Method and name', width: 160, least: 160 },
  id: { label: 'Id', width: 40, least: 24 },
  status: { label: 'Status', width: 88, least: 40 },
  took: { label: 'Took', width: 56, least: 40 },
  size: { label: 'Size', width: 56, least: 40 },
  violations: { label: 'Violations', width: 64, least: 24 }
}

/**
 * Where there is not room for all, those go first that say least. Violations are then beside the
 * subject.
 */
const DROPPED_FIRST: readonly TrafficColumn[] = [
  'kind',
  'violations',
  'id',
  'size',
  'took',
  'time',
  'server',
  'status',
  'origin'
]

const GAP = 8
/** On both sides of a row, together. */
const PADDING = 24
const DIGIT = 8.5
export const WIDEST = 1_200

export type Column = {
  readonly id: TrafficColumn
  readonly width: number
  readonly least: number
  /** At which end it is resized: what gives and takes is always the subject. */
  readonly edge: 'start' | 'end' | 'none'
}

export type Layout = {
  readonly columns: readonly Column[]
  /** For CSS. */
  readonly template: string
  /** How much wider a column may become before the subject has too little. */
  readonly spare: number
}

export function columnTitle(id: TrafficColumn): string {
  const { title, label } = DESCRIPTIONS[id]
  return title ?? label
}

const TIME_LABELS: Readonly<Record<TrafficTime, string>> = {
  clock: 'Time',
  previous: 'Since previous',
  selected: 'Since selected'
}

export function columnLabel({ id, width }: Column, time: TrafficTime): string {
  if (id === 'origin' && width < ORIGIN_WORD) return '⇄'
  return id === 'time' ? TIME_LABELS[time] : DESCRIPTIONS[id].label
}

export function defaultWidth(id: TrafficColumn, lastSeq: number): number {
  const { width } = DESCRIPTIONS[id]
  return id === 'number' ? Math.max(width, Math.ceil(String(lastSeq).length * DIGIT)) : width
}

/** What the method, the name and what else a row is about are in, cannot be hidden. */
export function canHide(id: TrafficColumn): boolean {
  return id !== 'subject'
}

export function layOut(
  { hidden, widths }: Pick<TrafficList, 'hidden' | 'widths'>,
  available: number,
  lastSeq: number
): Layout {
  const usual = (id: TrafficColumn): number =>
    id === 'origin' && available < NARROW ? ARROW : defaultWidth(id, lastSeq)
  const widthOf = (id: TrafficColumn): number =>
    id === 'subject' ? DESCRIPTIONS.subject.least : (widths[id] ?? usual(id))
  const dropped = new Set<TrafficColumn>(hidden)
  dropped.delete('subject')
  const shown = (): readonly TrafficColumn[] => TRAFFIC_COLUMNS.filter((id) => !dropped.has(id))
  const spareOf = (ids: readonly TrafficColumn[]): number =>
    ids.reduce((rest, id) => rest - widthOf(id) - GAP, available - PADDING + GAP)
  for (const id of DROPPED_FIRST) {
    if (spareOf(shown()) < 0) dropped.add(id)
  }
  const ids = shown()
  const subjectAt = ids.indexOf('subject')
  return {
    columns: ids.map((id, at) => ({
      id,
      width: widthOf(id),
      least: DESCRIPTIONS[id].least,
      edge: at === subjectAt ? 'none' : at < subjectAt ? 'end' : 'start'
    })),
    template: ids.map((id) => (id === 'subject' ? 'minmax(0, 1fr)' : `${widthOf(id)}px`)).join(' '),
    spare: Math.max(0, spareOf(ids))
  }
}

/** As wide as the person wants it, within what is possible. */
export function resized({ width, least }: Column, by: number, spare: number): number {
  const most = Math.min(WIDEST, width + spare)
  return Math.round(Math.max(least, Math.min(most, width + by)))
}

export function withWidth(
  list: TrafficList,
  id: TrafficColumn,
  width: number | undefined
): TrafficList {
  const { [id]: _, ...others } = list.widths
  return { ...list, widths: width === undefined ? others : { ...others, [id]: width } }
}

export function withColumn(list: TrafficList, id: TrafficColumn, isShown: boolean): TrafficList {
  const others = list.hidden.filter((hidden) => hidden !== id)
  return { ...list, hidden: isShown || !canHide(id) ? others : [...others, id] }
}
