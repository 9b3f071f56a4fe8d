/**
 * Hands records to the thread of the audit log, and asks it about them. Starts it again when it breaks;
 * what it had not written is handed over once more.
 */
import type { Worker } from 'node:worker_threads'
import type { AuditStanding } from '../../shared/audit'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { AuditAnswers } from './audit-answers'
import type {
  AuditReport,
  AuditRequest,
  AuditSettings,
  AuditStart,
  Begin,
  Handed,
  Late
} from './audit-messages'
import type { TellLoss } from './audit-opening'
import type { Intent } from './audit-store'

/** A thread that breaks again and again, and writes nothing in between, is not started again. */
const MOST_STARTS = 5
/** So much of what has happened already waits for the disk; the oldest of it goes first. */
const MOST_WAITING = 10_000

type Waiting = {
  readonly resolve: (value: unknown) => void
  readonly reject: (why: WorkbenchError) => void
}

export type AuditThreadOptions = {
  readonly spawn: (start: AuditStart) => Worker
  readonly start: AuditStart
  readonly onStanding: (standing: Omit<AuditStanding, 'isOn' | 'notice'>) => void
  readonly onNotice: TellLoss
}

export class AuditThread {
  private worker?: Worker
  private starts = 0
  private settings: AuditSettings
  private secrets: readonly string[] = []
  private readonly waiting = new Map<number, Waiting>()
  /** The thread has these, and has not said yet that they are on disk. */
  private readonly posted = new Map<number, Handed>()
  /** The thread is writing these. */
  private readonly beginning = new Set<number>()
  /** What came while the thread was writing: it gets all of these together. */
  private outbox: Handed[] = []
  private begins: Begin[] = []
  private lastId = 0

  constructor(private readonly options: AuditThreadOptions) {
    this.settings = options.start.settings
    this.run()
  }

  /** What has happened already. */
  hand(late: Late): void {
    this.outbox.push({ handed: ++this.lastId, late })
    this.forgetOldest()
    this.postUnlessWriting()
  }

  /** Resolves with the id of the record once it is on disk; only then may the work start. */
  begin(intent: Intent): Promise<number> {
    if (!this.worker) return Promise.reject(broken())
    const id = ++this.lastId
    const begun = this.answerTo<number>(id)
    this.begins.push({ id, intent })
    this.postUnlessWriting()
    return begun
  }

  hide(secrets: readonly string[]): void {
    this.secrets = secrets
    this.post({ secrets })
  }

  configure(settings: AuditSettings): void {
    this.settings = settings
    this.post({ settings })
  }

  ask<Name extends keyof AuditAnswers>(
    ask: Name,
    ...args: Parameters<AuditAnswers[Name]>
  ): Promise<Awaited<ReturnType<AuditAnswers[Name]>>> {
    const { worker } = this
    if (!worker) return Promise.reject(broken())
    // Whoever asks sees all that has happened before.
    this.postWaiting()
    const id = ++this.lastId
    const answer = this.answerTo<Awaited<ReturnType<AuditAnswers[Name]>>>(id)
    worker.postMessage({ id, ask, args } satisfies AuditRequest)
    return answer
  }

  /** Everything that was handed over is written when it resolves, if it can be. */
  async stop(): Promise<void> {
    await this.ask('settle').catch(() => undefined) // it is over either way
    const { worker } = this
    delete this.worker
    await worker?.terminate()
  }

  private run(): void {
    this.starts++
    const { spawn, start } = this.options
    const worker = spawn({ ...start, settings: this.settings })
    worker.on('message', (said: AuditReport) => this.hear(said))
    worker.on('error', () => this.lose(worker))
    worker.on('exit', () => this.lose(worker))
    // Nobody has to wait for it in order to quit.
    worker.unref()
    this.worker = worker
    if (this.secrets.length > 0) this.post({ secrets: this.secrets })
    this.outbox = [...this.posted.values(), ...this.outbox]
    this.postWaiting()
  }

  private answerTo<Answer>(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
    })
  }

  private hear(said: AuditReport): void {
    if ('taken' in said) {
      for (const handed of said.taken) this.posted.delete(handed)
      this.starts = 1
      this.postUnlessWriting()
    } else if ('standing' in said) this.options.onStanding(said.standing)
    else if ('notice' in said) this.options.onNotice(said.notice, said.path)
    else {
      const waiting = this.waiting.get(said.id)
      this.waiting.delete(said.id)
      if (this.beginning.delete(said.id)) this.postUnlessWriting()
      if ('error' in said) {
        waiting?.reject(new WorkbenchError(said.error.code, said.error.message))
      } else {
        this.starts = 1
        waiting?.resolve(said.value)
      }
    }
  }

  private lose(worker: Worker): void {
    if (this.worker !== worker) return
    delete this.worker
    for (const { reject } of this.waiting.values()) reject(broken())
    this.waiting.clear()
    this.beginning.clear()
    this.begins = []
    if (this.starts < MOST_STARTS) return this.run()
    const problem =
      'the thread that writes it has broken too often, until Patchbay is started again'
    this.options.onStanding({ newest: 0, revision: 0, problem })
  }

  private postUnlessWriting(): void {
    if (this.posted.size === 0 && this.beginning.size === 0) this.postWaiting()
  }

  private postWaiting(): void {
    const { outbox: handed, begins } = this
    if (!this.worker || handed.length + begins.length === 0) return
    this.outbox = []
    this.begins = []
    for (const one of handed) this.posted.set(one.handed, one)
    for (const { id } of begins) this.beginning.add(id)
    this.post({ handed, begins })
  }

  private forgetOldest(): void {
    if (this.posted.size + this.outbox.length <= MOST_WAITING) return
    for (const oldest of this.posted.keys()) return void this.posted.delete(oldest)
    this.outbox.shift()
  }

  private post(request: AuditRequest): void {
    this.worker?.postMessage(request)
  }
}

function broken(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Storage, 'The thread that writes it has broken.')
}
