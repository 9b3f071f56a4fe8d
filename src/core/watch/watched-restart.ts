/** Starts one server again for each change, one start at a time. */
import { messageOf } from '../../shared/protocol/errors'
import type { CallId, ServerId } from '../../shared/protocol/ids'
import type { WatchRestart } from '../../shared/traffic/watch'
import type { Clock } from '../time/clock'
import type { Workbench } from '../workbench/workbench'
import {
  countDifferences,
  snapshotOf,
  type CatalogueSnapshot
} from '../catalogue/catalogue-difference'

/** Nobody saves so often: the server itself writes there. */
const MOST_RESTARTS = 8
const WITHIN_MS = 20_000

export type Restartable = Pick<Workbench, 'report' | 'restart'>

export type WatchedRestartOptions = {
  readonly serverId: ServerId
  readonly clock: Clock
  readonly workbench: Restartable
  /** Makes the last call again, when the person wants that. */
  readonly rerun: () => Promise<{ readonly before: CallId; readonly after: CallId } | undefined>
  readonly onChange: () => void
}

type Change = { readonly file: string; readonly time: number; readonly since: number }

export class WatchedRestart {
  last?: WatchRestart
  /** A whole sentence, while changes start nothing. */
  failure?: string
  private next?: Change
  /** Prevents the start that is to come when there have been no changes for a while. */
  private stopWaiting = (): void => {}
  private isBusy = false
  private hasStopped = false
  private starts: number[] = []
  /** The catalogue when it could last be read. */
  private before?: CatalogueSnapshot

  constructor(private readonly options: WatchedRestartOptions) {}

  /** What changes during a start leads to one more after it. */
  changed(file: string): void {
    const { clock } = this.options
    this.next = { file, time: clock.wall(), since: clock.monotonic() }
    if (!this.isBusy) void this.work() // never rejects
  }

  private async work(): Promise<void> {
    this.isBusy = true
    for (let next = this.next; next; next = this.next) {
      delete this.next
      this.stopWaiting()
      if (!this.isWanted()) this.calmDown()
      else if (this.isTooOften()) this.wait(next)
      else await this.restart(next)
    }
    this.isBusy = false
  }

  /** Nothing is started any more. */
  stop(): void {
    this.hasStopped = true
    this.stopWaiting()
  }

  /** One that the person has closed stays closed; one that failed may be whole again. */
  private isWanted(): boolean {
    if (this.hasStopped) return false
    const { phase } = this.options.workbench.report(this.options.serverId).state
    return phase !== 'idle' && phase !== 'closing'
  }

  private isTooOften(): boolean {
    const now = this.options.clock.monotonic()
    this.starts = [...this.starts.filter((start) => now - start < WITHIN_MS), now]
    if (this.starts.length > MOST_RESTARTS) return true
    delete this.failure
    return false
  }

  /** What has changed last must not be lost: it starts the server once the changes have stopped. */
  private wait(change: Change): void {
    const { clock, onChange } = this.options
    this.failure = `${change.file} changes again and again, perhaps because the server writes it. It is not started again until that stops; watch something else.`
    this.stopWaiting = clock.after(WITHIN_MS, () => {
      // One more start, and not as many as before: the server may write there whenever it starts.
      this.starts = Array.from({ length: MOST_RESTARTS - 1 }, () => clock.monotonic())
      this.changed(change.file)
    })
    onChange()
  }

  private calmDown(): void {
    if (this.failure === undefined) return
    delete this.failure
    this.options.onChange()
  }

  private async restart({ file, time, since }: Change): Promise<void> {
    const { serverId, workbench, clock } = this.options
    const { state, catalogue } = workbench.report(serverId)
    if (state.phase === 'ready') this.before = snapshotOf(catalogue)
    this.tell({ time, file, phase: 'restarting' })
    try {
      await workbench.restart(serverId)
    } catch {
      // The state of the session says what it was.
      return this.tell({ time, file, phase: 'failed', tookMs: clock.monotonic() - since })
    }
    const ready = this.readyAfter({ time, file, tookMs: clock.monotonic() - since })
    this.tell(ready)
    const rerun = await this.options.rerun().catch(complain)
    if (rerun) this.tell({ ...ready, rerun })
  }

  private readyAfter(restart: Pick<WatchRestart, 'time' | 'file' | 'tookMs'>): WatchRestart {
    const { serverId, workbench } = this.options
    const after = snapshotOf(workbench.report(serverId).catalogue)
    const changes = this.before && countDifferences(this.before, after)
    this.before = after
    return { ...restart, phase: 'ready', ...(changes !== undefined && { changes }) }
  }

  private tell(last: WatchRestart): void {
    this.last = last
    this.options.onChange()
  }
}

/** A call that cannot be made again leaves the server started all the same. */
function complain(error: unknown): undefined {
  process.stderr.write(`The last call was not made again: ${messageOf(error)}\n`)
  return undefined
}
