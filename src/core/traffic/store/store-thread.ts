/**
 * Hands the traffic to its thread and asks it about what is kept. Starts it again when it breaks;
 * what it had not taken is handed over once more.
 */
import type { Worker } from 'node:worker_threads'
import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import type { ViewGrowth } from '../../../shared/traffic-row'
import type { StoreAnswers } from './store-answers'
import type {
  StoreLimits,
  StoreProblem,
  StoreReport,
  StoreRequest,
  StoreStart
} from './store-messages'

/** A thread that breaks again and again is not started again and again. */
const MOST_STARTS = 5
/** More lists than any thread opens. */
const VIEWS_OF_A_START = 1_000_000_000
/** More than this waits for the disk: whoever produces it had better wait too. */
const CONGESTED_CHARS = 8 * 1024 * 1024

type Waiting = {
  readonly resolve: (value: unknown) => void
  readonly reject: (why: WorkbenchError) => void
}

type Batch = Extract<StoreRequest, { entries: unknown }>
export type Handed = Omit<Batch, 'epoch'>

export type StoreThreadOptions = {
  readonly spawn: (start: StoreStart) => Worker
  readonly start: Pick<StoreStart, 'path' | 'startedAt' | 'limits'>
  readonly onGrowth: (grew: readonly ViewGrowth[]) => void
  readonly onProblem: (problem: StoreProblem) => void
  /** Another recording has begun, and what is still known of this run belongs into it. */
  readonly onNewRecording: () => void
}

export class StoreThread {
  private worker?: Worker
  private starts = 0
  private recording?: number
  /** The one that another thread can go on with. */
  private onDisk?: number
  private isInMemory = false
  private epoch = 0
  private readonly known = Promise.withResolvers<number>()
  private readonly waiting = new Map<number, Waiting>()
  /** What was handed over and not taken yet. */
  private batches: Batch[] = []
  private untakenChars = 0
  private secrets: readonly string[] = []
  private limits: StoreLimits
  private room?: PromiseWithResolvers<void>
  private lastId = 0

  constructor(private readonly options: StoreThreadOptions) {
    this.known.promise.catch(() => undefined) // whoever asks for it is told
    this.limits = options.start.limits
    this.run()
  }

  /** Of this run. */
  async liveRecording(): Promise<number> {
    return this.recording ?? this.known.promise
  }

  /** Resolves when there is room for more; nothing to wait for, usually. */
  get congestion(): Promise<void> | undefined {
    return this.room?.promise
  }

  hand(handed: Handed): void {
    // Nobody takes it any more, and nobody is to wait for that.
    if (!this.worker) return
    const batch = { ...handed, epoch: this.epoch }
    this.batches.push(batch)
    this.untakenChars += charsOf(batch)
    if (this.untakenChars > CONGESTED_CHARS) this.room ??= Promise.withResolvers()
    this.worker.postMessage(batch)
  }

  hide(secrets: readonly string[]): void {
    this.secrets = secrets
    this.worker?.postMessage({ secrets } satisfies StoreRequest)
  }

  setLimits(limits: StoreLimits): void {
    this.limits = limits
    this.worker?.postMessage({ limits } satisfies StoreRequest)
  }

  ask<Name extends keyof StoreAnswers>(
    ask: Name,
    ...args: Parameters<StoreAnswers[Name]>
  ): Promise<Awaited<ReturnType<StoreAnswers[Name]>>> {
    const { worker } = this
    if (!worker) return Promise.reject(broken())
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      worker.postMessage({ id, ask, args } satisfies StoreRequest)
    })
  }

  /** Everything that was handed over is taken when it resolves. */
  async settled(): Promise<void> {
    await this.ask('recordings').catch(() => undefined) // it is over either way
  }

  async stop(): Promise<void> {
    await this.settled()
    const { worker } = this
    delete this.worker
    await worker?.terminate()
  }

  private run(): void {
    const { spawn, start } = this.options
    const { limits, onDisk, epoch } = this
    const worker = spawn({
      ...start,
      limits,
      ...(onDisk !== undefined && { recording: onDisk }),
      // What was in memory only is gone, and is handed over once more.
      epoch: this.isInMemory ? epoch + 1 : epoch,
      lastViewId: this.starts * VIEWS_OF_A_START
    })
    this.starts++
    worker.on('message', (said: StoreReport) => {
      if (this.worker === worker) this.hear(said)
    })
    worker.on('error', () => this.lose(worker))
    worker.on('exit', () => this.lose(worker))
    // Nobody has to wait for it in order to quit.
    worker.unref()
    this.worker = worker
    if (this.secrets.length > 0) this.hide(this.secrets)
    for (const batch of this.batches) worker.postMessage(batch)
  }

  private hear(said: StoreReport): void {
    if ('taken' in said) this.settle()
    else if ('grew' in said) this.options.onGrowth(said.grew)
    else if ('problem' in said) this.options.onProblem(said.problem)
    else if ('recording' in said) this.record(said)
    else {
      const waiting = this.waiting.get(said.id)
      this.waiting.delete(said.id)
      if ('error' in said) {
        waiting?.reject(new WorkbenchError(said.error.code, said.error.message))
      } else waiting?.resolve(said.value)
    }
  }

  private record(said: Extract<StoreReport, { recording: unknown }>): void {
    const { recording, epoch, isInMemory } = said
    this.recording = recording
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

  private settle(): void {
    const taken = this.batches.shift()
    if (taken) this.untakenChars -= charsOf(taken)
    if (this.untakenChars > CONGESTED_CHARS / 2) return
    this.room?.resolve()
    delete this.room
  }

  private lose(worker: Worker): void {
    if (this.worker !== worker) return
    delete this.worker
    for (const { reject } of this.waiting.values()) reject(broken())
    this.waiting.clear()
    // The next one tells anew, and would not say that what this one has told is over.
    this.options.onProblem({ about: 'trim' })
    if (this.starts < MOST_STARTS) return this.run()
    const message =
      'Traffic is no longer recorded, because recording it fails. It is again once Patchbay is started anew.'
    this.options.onProblem({ about: 'disk', message })
    this.known.reject(broken())
    this.batches = []
    this.untakenChars = 0
    this.room?.resolve()
    delete this.room
  }
}

function charsOf({ entries, raws, originals }: Batch): number {
  let chars = raws.reduce((sum, raw) => sum + raw.length, entries.length * ENTRY_CHARS)
  for (const original of originals?.values() ?? []) chars += original.length
  return chars
}

/** What an entry takes besides its text. */
const ENTRY_CHARS = 300

function broken(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Internal, 'The recorded traffic cannot be read.')
}
