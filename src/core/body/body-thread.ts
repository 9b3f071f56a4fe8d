/** Asks a thread about large bodies. It is started when it is first needed, and again if it breaks. */
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { fromJson } from '../../shared/json'
import type { AnswerTo, BodySource, Question } from './read-body'

/** To pass on more at once would itself take long. */
const PIECE_CHARS = 500_000
/** Others may have taken the place of a body before it could be asked about. */
const MOST_TIMES = 3

/** Pieces of a body come before what it is. */
export type ThreadRequest = { readonly piece: string } | ThreadSource | ThreadQuestion

export type ThreadSource = {
  readonly id: number
  /** The same for the same body with the same secrets taken out. */
  readonly key: string
  readonly source: Omit<BodySource, 'json'> & { readonly secrets: readonly string[] }
}

export type ThreadQuestion = {
  readonly id: number
  readonly key: string
  readonly question: Question
}

export type ThreadAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  /** A value as JSON, because a clone of it could lose digits of its numbers. */
  | { readonly json: string }
  | { readonly isMissing: true }
  | { readonly error: { readonly code: WorkbenchErrorCode; readonly message: string } }
)

/** A body as it is handed to the thread. */
export type HandedBody = BodySource & { readonly secrets: readonly string[] }

type Waiting = {
  readonly resolve: (answer: ThreadAnswer) => void
  readonly reject: (why: WorkbenchError) => void
}

export class BodyThread {
  private worker?: Worker
  private readonly waiting = new Map<number, Waiting>()
  /** Bodies are handed over one after the other. */
  private handing: Promise<unknown> = Promise.resolve()
  private lastId = 0

  constructor(
    /** Of the script that the thread runs. */
    private readonly path: string
  ) {}

  async ask<Asked extends Question>(
    key: string,
    question: Asked,
    body: () => HandedBody
  ): Promise<AnswerTo<Asked>> {
    for (let time = 0; time < MOST_TIMES; time += 1) {
      const answer = await this.send((id) => ({ id, key, question }))
      if (!('isMissing' in answer)) return valueOf(answer) as AnswerTo<Asked>
      const handed = this.handing.then(() => this.hand(key, body))
      this.handing = handed.catch(() => undefined) // whoever asked for it is told
      await handed
    }
    throw broken()
  }

  private async hand(key: string, body: () => HandedBody): Promise<void> {
    const worker = this.running()
    const { json, ...source } = body()
    for (let from = 0; from < json.length; from += PIECE_CHARS) {
      const piece = json.slice(from, from + PIECE_CHARS)
      worker.postMessage({ piece } satisfies ThreadRequest)
      await setImmediate()
    }
    valueOf(await this.send((id) => ({ id, key, source })))
  }

  private send(request: (id: number) => ThreadSource | ThreadQuestion): Promise<ThreadAnswer> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.running().postMessage(request(id))
    })
  }

  private running(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(this.path)
    worker.on('message', (answer: ThreadAnswer) => {
      this.waiting.get(answer.id)?.resolve(answer)
      this.waiting.delete(answer.id)
    })
    worker.on('error', () => this.lose(worker))
    worker.on('exit', () => this.lose(worker))
    // Nobody has to wait for it in order to quit.
    worker.unref()
    this.worker = worker
    return worker
  }

  /** What came can be larger than there is room for. */
  private lose(worker: Worker): void {
    if (this.worker !== worker) return
    delete this.worker
    for (const { reject } of this.waiting.values()) reject(broken())
    this.waiting.clear()
  }
}

function valueOf(answer: ThreadAnswer): unknown {
  if ('value' in answer) return answer.value
  if ('json' in answer) return fromJson(answer.json)
  if ('error' in answer) throw new WorkbenchError(answer.error.code, answer.error.message)
  throw broken()
}

function broken(): WorkbenchError {
  const message = 'What came is too large for Patchbay to look into.'
  return new WorkbenchError(WorkbenchErrorCode.Internal, message)
}
