/**
 * All calls: those that run, and those that have ended, per tool and across restarts, as the table of
 * calls has them. The table is bounded: by number for each tool, by size for all of them; what is pinned is counted in neither, and is never
 * forgotten by itself.
 */
import { createHash } from 'node:crypto'
import { errorDataKey, type Outcome } from '../../shared/calls/call'
import type {
  Call,
  CallCount,
  CallGrowth,
  CallRow,
  CallSpec,
  EndedCall
} from '../../shared/calls/call-contract'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { CallId, type ServerId } from '../../shared/protocol/ids'
import { isObject } from '../../shared/json/json'
import type { RpcErrorObject } from '../../shared/protocol/json-rpc'
import {
  lostList,
  withRows,
  type ListPage,
  type ListWindow,
  type OpenedList
} from '../../shared/traffic/list'
import type { OutlineLimits } from '../values/outline'
import { redacted } from '../redaction/redacted'
import type { News } from '../values/news'
import type { CallParcel, CallsChange } from '../store/store-messages'
import type { LiveCalls } from './live-calls'
import type { StoreClient } from './store-client'
import { ArrivedCalls, type Names } from './arrived-calls'
import {
  CUT,
  cutOutcome,
  callRowOf,
  keptCallOf,
  LONGEST_CHARS,
  redactedEntry,
  storedCallOf,
  storedOutcomeIn,
  storedRowIn,
  type CutOutcome,
  type StoredRow
} from '../store/stored-call'

const NOT_UNDERSTOOD =
  'The history has calls that cannot be understood: a newer version of Patchbay wrote them, or the file is damaged. Each stays, and is not listed.'
const LIMIT_BYTES = 200 * 1024 * 1024

/** The table of calls, in its thread. */
export type CallStore = {
  /** Written after all frames that have passed. */
  readonly hand: (parcel: CallParcel) => void
  readonly ask: StoreClient['ask']
  readonly news: Pick<News<CallsChange>, 'hear'>
  /** Its thread has broken. */
  readonly breaks: Pick<News, 'hear'>
}

export type HistoryOptions = {
  readonly store: CallStore
  /** How many calls of a tool are kept; without end while that could not be read. */
  readonly limit: () => number
  /** Takes out of JSON what may not be written down. */
  readonly redact: (json: string) => string
  /** The answer in a frame that is in the log: the whole, or the beginning of what is larger. */
  readonly answer: (seq: number, mostChars: number, limits: OutlineLimits) => Promise<unknown>
  /** The calls that the table does not have. */
  readonly live: LiveCalls
  readonly onGrowth: (change: CallGrowth) => void
  /** Calls could not be written, or some that were cannot be read. */
  readonly complain: (message: string, kind: 'storage' | 'damaged') => void
  readonly limitBytes?: number
}

/** Something was taken away, and can be brought back. */
export type Removal = { readonly what: string; readonly undo: () => Promise<void> }

export class History {
  /** What somebody asked for by name, by its scope: in the table a part of a name may be hidden. */
  private readonly names = new Map<string, Names>()
  /** Whose calls the open lists have. */
  private readonly views = new Map<number, Names>()
  /** Calls that the table has, while it is not told yet how the lists with them look. */
  private keptCalls: CallId[] = []
  private isUnreadableTold = false
  /** One thing at a time, in the order in which it was asked for. */
  private last: Promise<unknown> = Promise.resolve()
  /** What is to be written next, while nothing else was asked for since. */
  private arriving?: ArrivedCalls

  constructor(private readonly options: HistoryOptions) {
    options.store.news.hear((change) => this.hear(change))
    options.store.breaks.hear(() => this.tellGrowth([...this.views.keys()].map(lostList)))
  }

  /** Keeps a call that has ended; one that runs is left alone. Never rejects. */
  keep(call: Call): void {
    const { outcome } = call
    if (!outcome || this.options.limit() === 0) return
    const arriving = this.arriving ?? this.expectArrivals()
    arriving.add({ ...call, outcome })
  }

  /** Looks at the calls of a tool; whoever does is told how they change. */
  async open({ serverId, tool, filter }: CallSpec): Promise<OpenedList<CallCount>> {
    const names = { serverId, tool }
    const opened = await this.inTurn(() =>
      this.options.store.ask('openCalls', { scope: this.scopeOf(names), filter })
    )
    this.views.set(opened.viewId, names)
    return opened
  }

  close(viewId: number): Promise<void> {
    this.views.delete(viewId)
    return this.options.store.ask('closeCalls', viewId)
  }

  async rows(viewId: number, window: ListWindow): Promise<ListPage<CallRow, CallCount>> {
    const { count, rows } = await this.options.store.ask('callRows', viewId, window)
    return { count, rows: this.rowsIn(rows, viewId) }
  }

  /** With all that is kept of it; one that is not in the table as far as it has got. */
  async read(callId: CallId): Promise<Call> {
    const live = this.options.live.get(callId)
    return live ?? this.inTurn(() => this.readKept(callId))
  }

  /** The call that sent a frame of this run. */
  async sentAs(seq: number): Promise<Call | undefined> {
    const { live, store } = this.options
    const running = live.list().find(({ requestSeq }) => requestSeq === seq)
    if (running) return running
    const id = await this.inTurn(() => store.ask('callSentAs', seq, live.ids))
    return id === null ? undefined : this.read(CallId.parse(id))
  }

  change(
    callId: CallId,
    change: { readonly isPinned?: boolean | undefined; readonly name?: string | undefined }
  ): Promise<void> {
    return this.inTurn(async () => {
      const { isPinned } = change
      const name = change.name && redacted(change.name.trim(), this.options.redact)
      const isThere = await this.options.store.ask('markCall', callId, { isPinned, name })
      if (!isThere) throw notKept()
    })
  }

  remove(callId: CallId): Promise<Removal> {
    return this.inTurn(async () => {
      if (!(await this.options.store.ask('callText', callId))) throw notKept()
      return this.take({ id: callId }, () => 'The call was removed from the history.')
    })
  }

  /** Removes all that are not pinned. */
  clear(serverId: ServerId, tool: string): Promise<Removal> {
    return this.inTurn(() => {
      return this.take({ scope: this.scopeOf({ serverId, tool }) }, (count) => {
        const what = count === 1 ? '1 call was' : `${count} calls were`
        return `${what} removed from the history.`
      })
    })
  }

  /** Resolves when all that was asked for is done. Never rejects. */
  async settled(): Promise<void> {
    // Asking for anything waits for all that was handed over before.
    const done = this.inTurn(() => this.options.store.ask('callText', ''))
    await done.catch(() => undefined) // it is over either way
  }

  private async readKept(callId: CallId): Promise<Call> {
    const kept = await this.options.store.ask('callText', callId)
    if (!kept) throw notKept()
    const row = storedRowIn(kept.row)
    const rest = storedOutcomeIn(kept.rest)
    if (!row || !rest) throw notUnderstood()
    return keptCallOf({ ...this.ofThisRun(row), ...this.names.get(kept.scope) }, rest)
  }

  /** What the table says of itself. */
  private hear(change: CallsChange): void {
    const { live, complain } = this.options
    if ('kept' in change) return void this.keptCalls.push(...live.settle(change.kept))
    const { grew, problem, hasUnreadable } = change
    if (problem !== undefined)
      complain(`A call cannot be kept in the history: ${problem}`, 'storage')
    if (hasUnreadable) this.tellUnreadable()
    const rowsOf = (rows: readonly string[], viewId: number) => this.rowsIn(rows, viewId)
    this.tellGrowth(grew.map((growth) => withRows(growth, rowsOf)))
  }

  /** The lists with the calls that are in them, so that no call is missing in between. */
  private tellGrowth(grew: CallGrowth['grew']): void {
    const kept = this.keptCalls
    this.keptCalls = []
    if (kept.length > 0 || grew.length > 0) this.options.onGrowth({ kept, grew })
  }

  private rowsIn(rows: readonly string[], viewId: number): readonly CallRow[] {
    return rows.flatMap((text) => {
      const row = storedRowIn(text)
      if (!row) this.tellUnreadable()
      return row ? [callRowOf({ ...this.ofThisRun(row), ...this.views.get(viewId) })] : []
    })
  }

  /** In another run, the numbers of frames mean others. */
  private ofThisRun(row: StoredRow): StoredRow {
    if (row.callId.startsWith(this.options.live.ids)) return row
    const { requestSeq: _request, answerSeq: _answer, ...rest } = row
    return rest
  }

  /** Said once, however many there are. */
  private tellUnreadable(): void {
    if (this.isUnreadableTold) return
    this.isUnreadableTold = true
    this.options.complain(NOT_UNDERSTOOD, 'damaged')
  }

  private async take(
    what: { readonly id: string } | { readonly scope: string },
    describe: (count: number) => string
  ): Promise<Removal> {
    const { store } = this.options
    const ids = await store.ask('removeCalls', what)
    const undo = (): Promise<void> =>
      this.inTurn(async () => {
        const count = await store.ask('bringBackCalls', ids)
        if (count < ids.length) throw cannotBringBack(count === 0)
      })
    return { what: describe(ids.length), undo }
  }

  private async outcomeOf({ outcome, answerSeq, answerBytes }: EndedCall): Promise<CutOutcome> {
    const error = outcome.kind === 'error' && outcome.isHeld ? outcome.error : undefined
    if (outcome.kind !== 'held' && !error) return cutOutcome(outcome, answerBytes)
    try {
      const came = await this.options.answer(answerSeq ?? 0, LONGEST_CHARS, CUT)
      return cutOutcome(error ? wholeError(error, came) : resultOf(came), answerBytes)
    } catch {
      const kept: Outcome = error ? { kind: 'error', error } : resultOf({})
      return { outcome: kept, isCut: true } // the frame is forgotten already
    }
  }

  /** What ends while others are written is written with the next, if nothing else is asked for first. */
  private expectArrivals(): ArrivedCalls {
    const arriving = new ArrivedCalls(this.options.limit)
    void this.inTurn(async () => {
      await immediately() // whoever waits for the result goes first
      if (this.arriving === arriving) delete this.arriving
      const tools = arriving.byTool()
      // Otherwise those that are never written would be listed as if they were about to be.
      const kept = this.options.live.settle(arriving.surplus)
      if (kept.length > 0) this.options.onGrowth({ kept, grew: [] })
      for (const { names, calls } of tools) await this.handOver(names, calls)
    })
    this.arriving = arriving
    return arriving
  }

  /** Of one tool. */
  private async handOver(names: Names, calls: readonly EndedCall[]): Promise<void> {
    const { store, limit, limitBytes = LIMIT_BYTES, redact } = this.options
    const scope = this.scopeOf(names)
    const kept = []
    for (const call of calls) {
      const { id, startedAt, requestSeq, answerSeq } = call
      const { entry, outcome } = storedCallOf(call, await this.outcomeOf(call), redact)
      kept.push({
        id,
        scope,
        startedAt,
        row: JSON.stringify(redactedEntry(entry, redact)),
        rest: JSON.stringify(outcome),
        ...(requestSeq !== undefined && { requestSeq }),
        ...(answerSeq !== undefined && { answerSeq })
      })
    }
    store.hand({ calls: kept, limits: { perScope: limit(), bytes: limitBytes } })
  }

  private scopeOf({ serverId, tool }: Names): string {
    const scope = `${digest(serverId)}/${digest(tool)}`
    this.names.set(scope, { serverId, tool })
    return scope
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    delete this.arriving // what ends from now on is written after this
    const done = this.last.then(work)
    this.last = done.catch(() => undefined) // whoever asked for it is told
    return done
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('hex').slice(0, 32)
}

function resultOf(result: unknown): Outcome {
  return { kind: 'result', result }
}

function wholeError(error: RpcErrorObject, came: unknown): Outcome {
  const key = errorDataKey(error, came)
  const data = key && isObject(came) ? came[key] : came
  return { kind: 'error', error: { ...error, data } }
}

function immediately(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function notKept(): WorkbenchError {
  const message = 'This call is no longer in the history.'
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}

function notUnderstood(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, 'This call cannot be understood.')
}

function cannotBringBack(isAllGone: boolean): WorkbenchError {
  const what = isAllGone ? 'What was removed' : 'Some of what was removed'
  const message = `${what} is no longer there, so it cannot be brought back.`
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
