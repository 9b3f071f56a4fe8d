/** Runs a worker, and starts it anew when it breaks. */
import type { Worker } from 'node:worker_threads'

/** A worker that breaks so often, and does nothing in between, is not started again. */
const MOST_STARTS = 5

export type ThreadOptions = {
  readonly spawn: () => Worker
  /** It has just been started. */
  readonly onStart: (worker: Worker) => void
  /** It is gone. If it is not given up, it is about to start again. */
  readonly onBreak: (isGivenUp: boolean) => void
  /** False: it starts again only when someone starts it. */
  readonly isKeptRunning: boolean
}

export class Thread {
  private worker?: Worker
  private starts = 0

  constructor(private readonly options: ThreadOptions) {}

  get isRunning(): boolean {
    return this.worker !== undefined
  }

  start(): void {
    this.starts++
    const worker = this.options.spawn()
    worker.on('error', () => this.lose(worker))
    worker.on('exit', () => this.lose(worker))
    // Nobody has to wait for it in order to quit.
    worker.unref()
    this.worker = worker
    this.options.onStart(worker)
  }

  /** It does its work, so what broke it before does not count any more. */
  hasWorked(): void {
    this.starts = 1
  }

  async stop(): Promise<void> {
    const { worker } = this
    delete this.worker
    await worker?.terminate()
  }

  private lose(worker: Worker): void {
    if (this.worker !== worker) return
    delete this.worker
    const isGivenUp = !this.options.isKeptRunning || this.starts >= MOST_STARTS
    this.options.onBreak(isGivenUp)
    if (!isGivenUp) this.start()
  }
}
