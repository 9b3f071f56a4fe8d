/** What may be asked of the traffic that is kept, by name. */
import { setImmediate } from 'node:timers/promises'
import type {
  ExportReport,
  OpenedView,
  RecordingSummary,
  Timeline,
  TimelineSpec,
  TrafficRow,
  ViewCount,
  ViewSpec
} from '../../shared/traffic/traffic-row'
import type { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import type { SeriesPoint, ServerMetrics } from '../../shared/traffic/metrics'
import type { CallCount } from '../../shared/calls/call-contract'
import type { ListPage, ListWindow, OpenedList } from '../../shared/traffic/list'
import { ListViews } from '../query/list-views'
import { harWriter } from './har'
import { base64Of } from '../text/safe-bytes'
import { recordedReport } from './recorded-report'
import type { CallListSpec, CallMark, CallText } from './rows/call-table'
import { exportTo, linesWriter, type Exported } from './exporting'
import { importFrom } from './importing'
import { RecordedMetrics } from './recorded-metrics'
import type { TrafficStore } from './traffic-store'

export type Mark = { readonly isPinned?: boolean | undefined; readonly note?: string | undefined }

type ExportedPart = { readonly viewId: number } | { readonly recording: number }

/** A part of a text, and how long the whole is. */
export type RawPart = { readonly text: string; readonly totalChars: number }

export type CallViews = ListViews<CallListSpec, string, CallCount>

/** A call that ends late stands among older ones, so a list of calls never holds still. */
export function callViewsOf(store: () => TrafficStore): CallViews {
  const page: TrafficStore['calls']['page'] = (spec, window) => store().calls.page(spec, window)
  const count = (spec: CallListSpec): CallCount => page(spec, { from: 0, count: 0 }).count
  return new ListViews({ count, page, newest: () => 0 })
}

/** Plain values go in and out, because these are asked from another thread. */
export function storeAnswers(
  store: () => TrafficStore,
  /** As much as may be kept of all traffic. */
  mostBytes: () => number = () => Infinity,
  callViews: CallViews = callViewsOf(store)
) {
  const recorded = new RecordedMetrics(store)
  /** A list may be shown before all that belongs into it is found. */
  const whole = async (viewId: number): Promise<Exported> => {
    while (!store().countOf(viewId).isComplete) {
      await setImmediate()
      store().advance()
    }
    return store().shownIn(viewId)
  }
  return {
    recordings: (): readonly RecordingSummary[] => store().list(),
    openView: (spec: ViewSpec): OpenedView => store().openView(spec),
    closeView: (viewId: number): void => store().closeView(viewId),
    countOf: (viewId: number): ViewCount => store().countOf(viewId),
    rows: (viewId: number, from: number, count: number, isEnd?: boolean): readonly TrafficRow[] =>
      store().rows(viewId, from, count, isEnd),
    placeOf: (viewId: number, seq: number) => store().placeOf(viewId, seq),
    row: (recording: number, seq: number): TrafficRow | null => store().row(recording, seq) ?? null,
    raw: (recording: number, seq: number, limit: number): RawPart | null => {
      const text = store().raw(recording, seq)
      return text === undefined ? null : { text: text.slice(0, limit), totalChars: text.length }
    },
    /** In base64; null where there is nothing beside the text, or nothing that may be told. */
    original: (recording: number, seq: number): string | null => {
      const original = store().original(recording, seq)
      return original === undefined ? null : base64Of(original)
    },
    note: (recording: number, seq: number, mark: Mark): TrafficRow =>
      store().note(recording, seq, mark),
    serverNames: (recording: number): Readonly<Record<string, string>> =>
      store().recordings.serverNames(recording),
    remove: (recording: number): void => {
      store().remove(recording)
      recorded.forget(recording)
    },
    timeline: (spec: TimelineSpec): Timeline => store().timeline(spec),
    /** Of a recording that is over. */
    metrics: async (recording: number): Promise<readonly ServerMetrics[]> =>
      (await recorded.of(recording)).snapshot(),
    series: async (
      recording: number,
      serverId: ServerId,
      origin: Origin,
      method?: string,
      isBackground?: boolean
    ): Promise<readonly SeriesPoint[]> =>
      (await recorded.of(recording)).series(serverId, origin, method, isBackground),
    /** The rows of a view, or a whole recording. */
    exportLines: async (what: ExportedPart, path: string): Promise<ExportReport> => {
      const exported = 'viewId' in what ? await whole(what.viewId) : what
      return exportTo(store(), exported, linesWriter(store(), exported.recording), path)
    },
    /** The same of what went over HTTP, for programs that read archives of it. */
    exportHar: async (what: ExportedPart, version: string, path: string): Promise<ExportReport> => {
      const exported = 'viewId' in what ? await whole(what.viewId) : what
      return exportTo(store(), exported, harWriter(store(), exported.recording, version), path)
    },
    /** The first entries that belong to a request. */
    belongingTo: (recording: number, seq: number, most: number): readonly TrafficRow[] =>
      store().belongingTo(recording, seq, most),
    /** A request and all that belongs to it, for a person to read. */
    report: (recording: number, seq: number, version: string): string =>
      recordedReport(store(), recording, seq, version),
    openCalls: (spec: CallListSpec): OpenedList<CallCount> => callViews.open(spec),
    closeCalls: (viewId: number): void => callViews.close(viewId),
    callRows: (viewId: number, window: ListWindow): ListPage<string, CallCount> =>
      callViews.rows(viewId, window),
    callText: (id: string): CallText | null => store().calls.read(id) ?? null,
    callSentAs: (seq: number, ids: string): string | null => store().calls.sentAs(seq, ids) ?? null,
    markCall: (id: string, mark: CallMark): boolean => store().calls.mark(id, mark),
    removeCalls: (what: { readonly id: string } | { readonly scope: string }): readonly string[] =>
      store().calls.remove(what),
    bringBackCalls: (ids: readonly string[]): number => store().calls.bringBack(ids),
    importLines: (path: string): Promise<number> => importFrom(store(), path, mostBytes())
  }
}

export type StoreAnswers = ReturnType<typeof storeAnswers>
