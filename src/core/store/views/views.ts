/**
 * The lists that are open, and which of them whoever looks at them is to be told of. One that
 * cannot be gone on with is given up, and says why to whoever asks for it; all others go on.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { hasFirstPage } from '../../../shared/traffic/list'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type {
  OpenedView,
  ViewCount,
  ViewGrowth,
  ViewSpec
} from '../../../shared/traffic/traffic-row'
import type { Recordings } from './recordings'
import { SliceTime } from '../rows/slice-time'
import { RECORDING_SPAN } from '../rows/tables'
import { View } from './view'

export type ViewsOptions = {
  /** Numbers of lists begin behind it. */
  readonly lastViewId?: number
  readonly now?: () => number
}

const TURNS_TO_OPEN = 3

export class Views {
  /** The number that was given last. */
  lastViewId: number
  private readonly views = new Map<number, View>()
  private readonly failures = new Map<number, string>()
  private readonly changed = new Set<number>()
  /** Lists that have not looked at all there is since they were opened, and whether they have a first page. */
  private readonly unfinished = new Map<number, boolean>()
  private hasFinished = false
  /** Lists whose end was read last, and how many rows of it. */
  private readonly followed = new Map<number, number>()
  private readonly time: SliceTime
  private readonly answers: StatementSync
  private readonly belonging: StatementSync

  constructor(
    private readonly database: DatabaseSync,
    private readonly recordings: Recordings,
    { lastViewId = 0, now }: ViewsOptions
  ) {
    this.lastViewId = lastViewId
    this.time = new SliceTime(database, now)
    this.answers = database.prepare(
      `SELECT ending_seq AS seq FROM entry
       WHERE kind IN ('request', 'auth') AND key > ?1 AND key < ?1 + ?2 AND ending_seq >= ?2`
    )
    this.belonging = database.prepare(
      `SELECT key % ${RECORDING_SPAN} AS seq FROM entry
       WHERE belongs_to < ?2 AND key >= ?1 + ?2 AND key < ?1 + ${RECORDING_SPAN}`
    )
  }

  open(spec: ViewSpec): OpenedView {
    const { recording } = spec
    const view = new View(this.database, spec, this.recordings.queryContext(recording), this.time)
    const extent = this.recordings.extentOf(recording)
    // Far enough in both directions that a short list is whole at once.
    for (let turn = 0; turn < TURNS_TO_OPEN && !hasFirstPage(view.count(extent)); turn++) {
      view.advance(extent)
    }
    const viewId = ++this.lastViewId
    this.views.set(viewId, view)
    const count = view.count(extent)
    if (!count.isComplete) this.unfinished.set(viewId, hasFirstPage(count))
    return { viewId, count }
  }

  close(viewId: number): void {
    this.views.delete(viewId)
    this.failures.delete(viewId)
    this.changed.delete(viewId)
    this.unfinished.delete(viewId)
    this.followed.delete(viewId)
  }

  /** Whoever reads the end of a list is sent so many of its last rows whenever it changes. */
  follow(viewId: number, count: number | undefined): void {
    if (count !== undefined) this.followed.set(viewId, count)
    else this.followed.delete(viewId)
  }

  /** How many rows at its end are looked at. */
  followedRows(viewId: number): number | undefined {
    return this.followed.get(viewId)
  }

  get(viewId: number): View {
    const view = this.views.get(viewId)
    if (view) return view
    const failure = this.failures.get(viewId)
    if (failure !== undefined) throw new WorkbenchError(WorkbenchErrorCode.Internal, failure)
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This list is no longer open.')
  }

  countOf(viewId: number): ViewCount {
    const view = this.get(viewId)
    return view.count(this.recordings.extentOf(view.spec.recording))
  }

  /** Those that have not looked at all there is look at some more. Says which did. */
  advance(): readonly number[] {
    const moved: number[] = []
    for (const [viewId, view] of this.views) {
      const isMoved = this.change(viewId, () => {
        const extent = this.recordings.extentOf(view.spec.recording)
        if (view.count(extent).isComplete) return false
        view.advance(extent)
        this.noteProgress(viewId, view.count(extent))
        return true
      })
      if (isMoved) moved.push(viewId)
    }
    return moved
  }

  reconsider(recording: number, seqs: Iterable<number>): void {
    for (const [id, view] of this.of(recording)) this.change(id, () => view.reconsider(seqs))
  }

  rename(recording: number): void {
    const context = this.recordings.queryContext(recording)
    for (const [id, view] of this.of(recording)) this.change(id, () => view.rename(context))
  }

  /** Entries before this one are about to be forgotten; gives what is to be done once they are. */
  forgetting(recording: number, firstSeq: number): () => void {
    const views = this.of(recording)
    if (views.length === 0) return () => {}
    const key = recording * RECORDING_SPAN
    const orphans = [this.answers, this.belonging].flatMap((statement) =>
      statement.all(key, firstSeq).map(({ seq }) => Number(seq))
    )
    return () => {
      for (const [id, view] of views) this.change(id, () => view.forgetBefore(firstSeq, orphans))
    }
  }

  remove(recording: number): void {
    for (const [viewId] of this.of(recording)) this.close(viewId)
  }

  get hasChanged(): boolean {
    return this.changed.size > 0
  }

  /** Whoever has opened a list waits for its first page, and then for its end, and one of them is there now. */
  get isAwaited(): boolean {
    return this.hasFinished
  }

  /** How those that have changed since this was asked last look now. */
  takeChanges(): readonly ViewGrowth[] {
    const growths = [...this.changed].map((viewId) => {
      const failure = this.failures.get(viewId)
      return failure === undefined ? { viewId, count: this.countOf(viewId) } : { viewId, failure }
    })
    this.changed.clear()
    this.hasFinished = false
    return growths
  }

  private noteProgress(viewId: number, count: ViewCount): void {
    const hadPage = this.unfinished.get(viewId)
    if (hadPage === undefined) return
    if (count.isComplete) this.unfinished.delete(viewId)
    else if (!hadPage && hasFirstPage(count)) this.unfinished.set(viewId, true)
    else return
    this.hasFinished = true
  }

  private of(recording: number): readonly (readonly [number, View])[] {
    return [...this.views].filter(([, { spec }]) => spec.recording === recording)
  }

  /** False when the work says that it has changed nothing. */
  private change(viewId: number, work: () => boolean | void): boolean {
    try {
      if (work() === false) return false
    } catch (error) {
      this.views.delete(viewId)
      this.failures.set(viewId, messageOf(error))
    }
    this.changed.add(viewId)
    return true
  }
}
