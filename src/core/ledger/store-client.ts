/** Hands the traffic to the thread of the ledger, and asks it about what is kept. */
import { News } from '../values/news'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ViewGrowth } from '../../shared/traffic/traffic-row'
import { Channel } from '../channel/channel'
import type { Ledger } from './ledger'
import type {
  Batch,
  CallsChange,
  StoreLimits,
  StoreProblem,
  StoreStart,
  StoreTerms
} from '../store/store-messages'

/** More lists than any thread opens. */
const VIEWS_OF_A_START = 1_000_000_000
/** More than this waits for the disk: whoever produces it had better wait too. */
const CONGESTED_CHARS = 8 * 1024 * 1024

export type Handed = Omit<Batch, 'epoch'>

export type StoreClientOptions = {
  readonly ledger: Ledger
  readonly start: Pick<StoreStart, 'path' | 'oldHistory' | 'startedAt' | 'limits'>
  readonly onGrowth: (grew: readonly ViewGrowth[]) => void
  readonly onProblem: (problem: StoreProblem) => void
  /** Another recording has begun, and what is still known of this run belongs into it. */
  readonly onNewRecording: () => void
}

export class StoreClient {
  readonly callNews = new News<CallsChange>()
  /** The thread has broken. All that it has said was heard. */
  readonly breaks = new News()
  private readonly channel: Channel<StoreTerms>
  private starts = 0
  private isGivenUp = false
  private current?: number
  /** The one that another thread can go on with. */
  private onDisk?: number
  private isInMemory = false
  private epoch = 0
  private readonly known = Promise.withResolvers<number>()
  private limits: StoreLimits

  constructor(private readonly options: StoreClientOptions) {
    const { ledger, start, onGrowth, onProblem } = options
    this.known.promise.catch(() => undefined) // whoever asks for it is told
    this.limits = start.limits
    this.channel = new Channel({
      hear: {
        grew: onGrowth,
        problem: onProblem,
        recording: (said) => this.record(said),
        calls: (change) => this.callNews.tell(change)
      },
      broken,
      onProgress: () => ledger.hasWorked(),
      sizeOf: charsOf,
      congestedAt: CONGESTED_CHARS
    })
    ledger.open('traffic', this.channel, {
      start: () => this.nextStart(),
      onBreak: (isGivenUp) => this.lose(isGivenUp)
    })
  }

  /** The one of this run, as soon as it is known. */
  get recording(): number | undefined {
    return this.current
  }

  async liveRecording(): Promise<number> {
    return this.current ?? this.known.promise
  }

  /** Resolves when there is room for more; nothing to wait for, usually. */
  get congestion(): Promise<void> | undefined {
    return this.channel.congestion
  }

  hand(handed: Handed): void {
    // Nobody takes it any more, and nobody is to wait for that.
    if (!this.isGivenUp) this.channel.hand({ ...handed, epoch: this.epoch })
  }

  hide(secrets: readonly string[]): void {
    this.channel.set('secrets', secrets)
  }

  setLimits(limits: StoreLimits): void {
    this.limits = limits
    this.channel.set('limits', limits)
  }

  get ask(): Channel<StoreTerms>['ask'] {
    return this.channel.ask.bind(this.channel)
  }

  /** Everything that was handed over is taken when it resolves. */
  async settled(): Promise<void> {
    await this.ask('recordings').catch(() => undefined) // it is over either way
  }

  private nextStart(): StoreStart {
    const { limits, onDisk, epoch } = this
    return {
      ...this.options.start,
      limits,
      ...(onDisk !== undefined && { recording: onDisk }),
      // What was in memory only is gone, and is handed over once more.
      epoch: this.isInMemory ? epoch + 1 : epoch,
      lastViewId: this.starts++ * VIEWS_OF_A_START
    }
  }

  private record({ recording, epoch, isInMemory }: StoreTerms['events']['recording']): void {
    this.current = recording
    this.isInMemory = isInMemory
    if (!isInMemory) {
      this.onDisk = recording
      this.options.onProblem({ about: 'disk' })
    }
    this.known.resolve(recording)
    if (epoch === this.epoch) return
    this.epoch = epoch
    this.options.onNewRecording()
  }

  private lose(isGivenUp: boolean): void {
    const { onProblem } = this.options
    // The next one tells anew, and would not say that what this one has told is over.
    onProblem({ about: 'trim' })
    this.breaks.tell()
    if (!isGivenUp) return
    this.isGivenUp = true
    const message =
      'Traffic is no longer recorded, because that broke again and again. Restart Patchbay to record again.'
    onProblem({ about: 'disk', message })
    this.known.reject(broken())
  }
}

function charsOf({ entries, raws, originals, ended }: Batch): number {
  let chars = raws.reduce((sum, raw) => sum + raw.length, entries.length * ENTRY_CHARS)
  for (const original of originals?.values() ?? []) chars += original.length
  for (const { row, rest } of ended?.calls ?? []) chars += row.length + rest.length
  return chars
}

/** What an entry takes besides its text. */
const ENTRY_CHARS = 300

function broken(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Internal, 'The recorded traffic cannot be read.')
}
