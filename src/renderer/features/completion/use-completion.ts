/** Asks the server how an argument could go on, while the person writes it. */
import { useEffect, useId, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import type { Completion, CompletionRef } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'

/** What an argument belongs to, and what is filled in there. */
export type Completed = {
  readonly serverId: ServerId
  readonly ref: CompletionRef
  readonly context: Readonly<Record<string, string>>
}

const SETTLE_MS = 150

type Asking = {
  readonly answer: Completion | undefined
  /** Asks soon; what was asked before no longer counts. */
  readonly ask: (value: string) => void
  /** Calls off what is not answered yet, and forgets what was. */
  readonly stop: () => void
}

/** Without `completed` the server completes nothing, and is not asked. */
export function useCompletion(name: string, completed: Completed | undefined): Asking {
  const [answer, setAnswer] = useState<Completion>()
  const key = `completion ${useId()}`
  const [question] = useState(() => new Question(key, setAnswer))
  useEffect(() => () => question.callOff(), [question])
  return {
    answer,
    ask: (value) => completed && question.ask(name, value, completed),
    stop: () => {
      question.callOff()
      setAnswer(undefined)
    }
  }
}

/** One question at a time: the next takes the place of the last. */
class Question {
  private timer?: ReturnType<typeof setTimeout>
  /** Counts the questions, so that a late answer is known for one. */
  private latest = 0
  private isRunning = false

  constructor(
    private readonly key: string,
    private readonly onAnswer: (answer: Completion) => void
  ) {}

  ask(name: string, value: string, completed: Completed): void {
    this.callOff()
    this.timer = setTimeout(() => void this.send(name, value, completed), SETTLE_MS)
  }

  callOff(): void {
    clearTimeout(this.timer)
    this.latest++
    if (!this.isRunning) return
    this.isRunning = false
    // It is given up in any case; that it had just been answered is nothing to tell.
    request('exchange.cancel', { key: this.key }).catch(() => undefined)
  }

  private async send(name: string, value: string, completed: Completed): Promise<void> {
    const number = this.latest
    this.isRunning = true
    const answer = await this.request(name, value, completed)
    if (number !== this.latest) return
    this.isRunning = false
    this.onAnswer(answer)
  }

  private async request(name: string, value: string, completed: Completed): Promise<Completion> {
    const { serverId, ref } = completed
    const { [name]: _own, ...context } = completed.context
    const argument = { name, value }
    const others = Object.keys(context).length > 0 ? { context } : {}
    try {
      return await request('completion.complete', {
        serverId,
        key: this.key,
        ref,
        argument,
        ...others
      })
    } catch (error) {
      return { values: [], failure: messageOf(error) }
    }
  }
}
