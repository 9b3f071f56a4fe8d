/** Keeps the traffic in the thread of the ledger. */
import { existsSync } from 'node:fs'
import { messageOf, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Redactor } from '../redaction/redaction'
import type { Port } from '../channel/messages'
import { serve, type Line, type Service } from '../channel/serve'
import type { Turns } from '../channel/turns'
import type * as ImportHistory from './import-history'
import { callViewsOf, storeAnswers } from './store-answers'
import type {
  Batch,
  CallParcel,
  StoreLimits,
  StoreProblem,
  StoreStart,
  StoreTerms
} from './store-messages'
import { openTables } from './rows/tables'
import { TrafficStore } from './traffic-store'

const UNLIMITED = { perScope: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }
/** Whoever looks at a list is told so soon how it grows, */
const TELL_MS = 20
/** and while it goes on growing at most this often, because each time the window is painted anew. */
const TELL_AGAIN_MS = 150
const TRIM_MS = 5_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** Where nothing can be written, so much is kept in memory. */
const MEMORY_BYTES = 128 * 1024 * 1024

export function serveTraffic(port: Port, start: StoreStart, turns: Turns): void {
  const open = (moveHistory?: MoveHistory): void =>
    serve<StoreTerms>(
      port,
      (line) => new TrafficService(start, line, turns, moveHistory).service(),
      turns
    )
  const { oldHistory } = start
  if (oldHistory === undefined || !existsSync(oldHistory)) return open()
  // Loaded only where there is something to move. What is asked meanwhile waits in the port.
  void import('./import-history').then(({ importHistory }) => open(importHistory))
}

type MoveHistory = typeof ImportHistory.importHistory

class TrafficService {
  private readonly redactor = new Redactor()
  private limits: StoreLimits
  private epoch: number
  private isInMemory = false
  private store: TrafficStore
  private recording: number
  private telling?: NodeJS.Timeout | undefined
  private toldAt = -Infinity
  private trimFault: string | undefined
  private callProblem: string | undefined
  /** The revision of the table that was told last; absent until this table was told of. */
  private toldCalls?: number
  private readonly callViews = callViewsOf(() => this.store)

  constructor(
    private readonly start: StoreStart,
    private readonly line: Line<StoreTerms>,
    private readonly turns: Turns,
    moveHistory?: MoveHistory
  ) {
    this.limits = start.limits
    this.epoch = start.epoch
    this.store = this.openStore()
    this.recording = this.beginOrGoOn()
    if (start.recording === undefined) this.moveOldHistory(moveHistory)
    setInterval(() => this.trim(), TRIM_MS).unref()
    this.tellRecording()
  }

  service(): Service<StoreTerms> {
    const answers = storeAnswers(
      () => this.store,
      () => this.mostBytes(),
      this.callViews
    )
    return {
      answers: {
        ...answers,
        openView: (spec) => this.lookingOn(() => answers.openView(spec)),
        note: (...args) => this.lookingOn(() => answers.note(...args)),
        callRows: (...args) => this.lookingOn(() => answers.callRows(...args)),
        markCall: (...args) => this.lookingOn(() => answers.markCall(...args)),
        removeCalls: (...args) => this.lookingOn(() => answers.removeCalls(...args)),
        bringBackCalls: (...args) => this.lookingOn(() => answers.bringBackCalls(...args))
      },
      settings: {
        secrets: (secrets) => this.redactor.add(secrets),
        limits: (limits) => void (this.limits = limits)
      },
      take: ({ parcel, value }) => {
        this.take(value)
        this.line.taken([parcel])
      },
      failure: WorkbenchErrorCode.Internal
    }
  }

  private lookingOn<Answer>(work: () => Answer): Answer {
    const answer = work()
    this.lookOn()
    return answer
  }

  private tellRecording(): void {
    const { recording, epoch, isInMemory } = this
    this.line.tell('recording', { recording, epoch, isInMemory })
  }

  private openStore(): TrafficStore {
    try {
      return this.storeIn(this.start.path, this.start.lastViewId)
    } catch (error) {
      return this.storeInMemory(error, this.start.lastViewId)
    }
  }

  private storeInMemory(because: unknown, lastViewId: number): TrafficStore {
    this.tellProblem({ about: 'disk', message: inMemoryBecause(because) })
    this.isInMemory = true
    return this.storeIn(':memory:', lastViewId)
  }

  private storeIn(path: string, lastViewId: number): TrafficStore {
    const redact = (text: string): string =>
      this.redactor.size === 0 ? text : this.redactor.redactJson(text)
    const database = openTables(path, (message, aside) =>
      this.tellProblem({ about: 'file', message, path: aside })
    )
    try {
      return new TrafficStore(database, redact, { lastViewId })
    } catch (error) {
      database.close()
      throw error
    }
  }

  private beginOrGoOn(): number {
    const { recording: known, startedAt } = this.start
    try {
      if (
        known !== undefined &&
        !this.isInMemory &&
        this.store.list().some(({ id }) => id === known)
      ) {
        this.store.recordings.live = known
        return known
      }
      const begun = this.store.recordings.begin(startedAt)
      this.store.recordings.removeEmpty()
      // What was removed could be brought back until now.
      this.store.calls.forgetRemoved()
      // Who could not go on begins anew.
      if (known !== undefined) this.epoch++
      return begun
    } catch (error) {
      return this.beginInMemory(error)
    }
  }

  /** A disk that is full may have room in the next run. */
  private moveOldHistory(moveHistory: MoveHistory | undefined): void {
    const { oldHistory } = this.start
    if (this.isInMemory) return
    if (oldHistory === undefined || moveHistory === undefined) return
    try {
      moveHistory(oldHistory, {
        keep: (calls) => this.store.keepCalls(undefined, calls, UNLIMITED),
        tell: (message, path) => this.tellProblem({ about: 'file', message, path }),
        now: Date.now
      })
    } catch (error) {
      const message = `The history of an older version could not be moved: ${messageOf(error)}. It stays in ${oldHistory} and is moved at the next start.`
      this.tellProblem({ about: 'file', message, path: oldHistory })
    }
  }

  private keepCalls({ calls, limits }: CallParcel): void {
    try {
      this.store.keepCalls(this.recording, calls, limits)
      // In the turn in which it is said that they are taken: who hears one hears the other.
      this.line.tell('calls', { kept: calls.map(({ id }) => id) })
    } catch (error) {
      this.callProblem = messageOf(error)
    }
  }

  private take(batch: Batch): void {
    try {
      if (batch.epoch === this.epoch) this.keep(batch)
    } catch (error) {
      this.recording = this.beginInMemory(error)
      this.tellRecording()
    }
    if (batch.ended) this.keepCalls(batch.ended)
    this.lookOn()
  }

  private keep({ entries, raws, originals, names }: Batch): void {
    const { lastSeq } = this.store.recordings.extentOf(this.recording)
    // A thread that broke may have written some of what it did not say it had taken.
    const first = entries.findIndex(({ seq }) => seq > lastSeq)
    if (names) this.store.nameServers(this.recording, names)
    if (first !== -1)
      this.store.append(this.recording, entries.slice(first), raws.slice(first), originals)
  }

  /** A disk that is full must not keep anyone from seeing what passes. */
  private beginInMemory(because: unknown): number {
    if (this.isInMemory) throw because
    const { lastViewId } = this.store.views
    try {
      this.store.close()
    } catch {
      // There is nothing more to be done with it.
    }
    this.store = this.storeInMemory(because, lastViewId)
    delete this.toldCalls
    this.epoch++
    return this.store.recordings.begin(this.start.startedAt)
  }

  private lookOn(): void {
    this.turns.want(this.look)
  }

  private readonly look = (): boolean => {
    const isLooking = this.store.advance().length > 0
    this.tellSoon()
    return isLooking
  }

  private tellSoon(): void {
    const { hasChanged, isAwaited } = this.store.views
    if (isAwaited) return this.tellGrowth()
    if (this.telling || !(hasChanged || this.haveCallsChanged)) return
    const pause = this.toldAt + TELL_AGAIN_MS - performance.now()
    this.telling = setTimeout(() => this.tellGrowth(), Math.max(TELL_MS, pause))
  }

  private tellGrowth(): void {
    clearTimeout(this.telling)
    this.telling = undefined
    this.toldAt = performance.now()
    const grew = this.store.takeChanges()
    if (grew.length > 0) this.line.tell('grew', grew)
    if (this.haveCallsChanged) this.tellCalls()
  }

  private get haveCallsChanged(): boolean {
    return this.store.calls.revision !== this.toldCalls || this.callProblem !== undefined
  }

  private tellCalls(): void {
    const { calls } = this.store
    this.line.tell('calls', {
      grew: this.callViews.growths(),
      ...(this.callProblem !== undefined && { problem: this.callProblem }),
      hasUnreadable: calls.hasUnreadable
    })
    this.toldCalls = calls.revision
    this.callProblem = undefined
  }

  private trim(): void {
    try {
      this.store.trim({ bytes: this.mostBytes(), oldestAt: Date.now() - this.limits.days * DAY_MS })
      this.lookOn()
      this.tellTrimmed(undefined)
    } catch (error) {
      this.tellTrimmed(`Old traffic could not be removed: ${messageOf(error)}.`)
    }
  }

  private mostBytes(): number {
    return this.isInMemory ? MEMORY_BYTES : this.limits.bytes
  }

  /** Nobody needs to be told the same every few seconds. */
  private tellTrimmed(message: string | undefined): void {
    if (message === this.trimFault) return
    this.trimFault = message
    this.tellProblem({ about: 'trim', ...(message !== undefined && { message }) })
  }

  private tellProblem(problem: StoreProblem): void {
    this.line.tell('problem', problem)
  }
}

function inMemoryBecause(error: unknown): string {
  return `Traffic is not written to disk: ${messageOf(error)}. It is kept in memory until Patchbay is started again.`
}
