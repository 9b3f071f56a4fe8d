/** Entries as they are listed: with what became of them, and what the person noted beside them. */
import type { ListCount, ListGrowth, OpenedList } from './list'
import type { TrafficEntry } from './traffic'

/** What became of a request. */
export type Ending = {
  readonly kind: 'result' | 'error' | 'noise' | 'cancelled' | 'abandoned'
  /** The entry of the answer, when there is one. */
  readonly seq?: number
  readonly tookMs?: number
  /** Of the answer. */
  readonly bytes?: number
  readonly isToolError?: boolean
  /** Of HTTP, where the request went to an authorization server; 0 when no reply came. */
  readonly status?: number
  /** How many rules the answer breaks. */
  readonly violations?: number
}

export type TrafficRow = TrafficEntry & {
  /** Of a request; absent while it waits. */
  readonly ending?: Ending
  /** How many notifications belong to this request. */
  readonly belonging?: number
  /** How many rules these break, all together. */
  readonly belongingViolations?: number
  readonly isPinned?: boolean
  readonly note?: string
}

/** Frames that were recorded together: those of one run of Patchbay, or those of a file. */
export type RecordingSummary = {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Of its last entry. */
  readonly lastAt?: number
  readonly source: 'run' | 'file'
  /** Of the file. */
  readonly name?: string
  readonly entries: number
  readonly isLive: boolean
}

/** Why a frame of a file is not sent again at one click. */
export const NOT_REPLAYED =
  'Frames of an imported file are not replayed. With “Edit and resend” you see what is sent.'

/** What is to be listed, and how. */
export type ViewSpec = {
  readonly recording: number
  /** In the language of filters. */
  readonly query: string
  /** Only of this server. */
  readonly serverId?: string
  /** Entries up to this one are left out. */
  readonly after?: number
  /** Entries behind this one are left out. */
  readonly until?: number
  /** Entries around this one are looked at first; the newest, if it is not said. */
  readonly near?: number | undefined
  /** A request and its answer are one row. */
  readonly isPaired: boolean
  /** What belongs to a call is left out, but for the calls that are opened. */
  readonly isFolded: boolean
  readonly opened?: readonly number[]
  /** Leaves out background rows, unless the filter asks for them. */
  readonly hidesBackground?: boolean
}

/** How far a view has come. */
export type ViewCount = ListCount & {
  /** Background rows that match, shown or not. */
  readonly background: number
}

export type OpenedView = OpenedList<ViewCount>

export type ViewGrowth = ListGrowth<TrafficRow, ViewCount>

/** A second answer to a request that had one. */
export type RepeatedAnswer = { readonly request: number; readonly seq: number }

/** What passes now, of all servers. */
export type TrafficCount = {
  /** The recording of this run. */
  readonly recording: number
  readonly lastSeq: number
  /** Entries with violations. */
  readonly violations: number
  /** The newest of them. */
  readonly lastViolation?: number
}

export type ExportReport = {
  readonly entries: number
  /** How many values in it are hidden. */
  readonly hidden: number
  /** How many entries have no place in the form that was wanted. */
  readonly leftOut: number
}

/** The requests of a list that were under way at some time. */
export type TimelineSpec = {
  readonly viewId: number
  /** Milliseconds since 1970; all of the list, as far as it is not said. */
  readonly from?: number
  readonly to?: number
}

export type Timeline = {
  /** In the order in which they began. */
  readonly bars: readonly TimelineBar[]
  /** There are more than can be told apart; these are the newest. */
  readonly isCut: boolean
  /** When the first request of the list was made, and when the last of them ended; absent without any. */
  readonly extent?: { readonly firstAt: number; readonly lastAt: number }
  /** All entries there are have been looked at. */
  readonly isComplete: boolean
}

/** A request. */
export type TimelineBar = Pick<
  TrafficRow,
  'seq' | 'time' | 'serverId' | 'origin' | 'method' | 'target' | 'ending'
> & {
  /** When what became of it was known; absent while it waits. */
  readonly endedAt?: number
  /** It went to an authorization server. */
  readonly isAuth?: boolean
  /** When there was progress. */
  readonly ticks: readonly number[]
}
