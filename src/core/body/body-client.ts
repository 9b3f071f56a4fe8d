/**
 * Asks a thread about large bodies. It is not the thread of the ledger, because a body that is larger
 * than there is memory for ends it. It is started when it is needed.
 */
import { Worker } from 'node:worker_threads'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fromJson } from '../../shared/json/json'
import { Channel } from '../channel/channel'
import { Thread } from '../channel/thread'
import type { BodyTerms, Handed } from './body-messages'
import type { AnswerTo, Question } from './read-body'

/** To pass on more at once would itself take long. */
const PIECE_CHARS = 500_000
/** Others may have taken the place of a body before it could be asked about. */
const MOST_TIMES = 3

export class BodyClient {
  private readonly channel = new Channel<BodyTerms>({ hear: {}, broken })
  private readonly thread: Thread
  /** Bodies are handed over one after the other. */
  private handing: Promise<unknown> = Promise.resolve()

  constructor(
    /** Of the script that the thread runs. */
    path: string
  ) {
    this.thread = new Thread({
      spawn: () => new Worker(path),
      isKeptRunning: false,
      onStart: (worker) => this.channel.connect(worker),
      onBreak: () => this.channel.disconnect()
    })
  }

  async ask<Asked extends Question>(
    key: string,
    question: Asked,
    body: () => Handed
  ): Promise<AnswerTo<Asked>> {
    for (let time = 0; time < MOST_TIMES; time += 1) {
      const answer = await this.running().ask('answer', key, question)
      if ('value' in answer) return answer.value as AnswerTo<Asked>
      if ('json' in answer) return fromJson(answer.json) as AnswerTo<Asked>
      const handed = this.handing.then(() => this.hand(key, body))
      this.handing = handed.catch(() => undefined) // whoever asked for it is told
      await handed
    }
    throw broken()
  }

  private async hand(key: string, body: () => Handed): Promise<void> {
    const channel = this.running()
    const { json, ...source } = body()
    for (let from = 0; from < json.length; from += PIECE_CHARS) {
      await channel.ask('addPiece', json.slice(from, from + PIECE_CHARS))
    }
    await channel.ask('read', key, source)
  }

  private running(): Channel<BodyTerms> {
    if (!this.thread.isRunning) this.thread.start()
    return this.channel
  }
}

function broken(): WorkbenchError {
  const message = 'What came is too large for Patchbay to look into.'
  return new WorkbenchError(WorkbenchErrorCode.Internal, message)
}
