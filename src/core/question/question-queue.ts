/**
 * Questions that wait for a person. Every question ends exactly once: with an answer that fits it, or
 * with the reason why nobody answered. Who asks the same while it waits gets the same answer.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Leaving, Risk } from '../../shared/question/inbox'
import type { AnswerOf, AskOf, QuestionKind } from '../../shared/question/records'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { takeAnswer } from './take-answer'

/** So many may wait for one answer. */
export const MOST_REPEATS = LIMITS.questionRepeats.most

export type Ended<Kind extends QuestionKind = QuestionKind> = (
  | { readonly leaving: 'answered'; readonly answer: AnswerOf<Kind> }
  | { readonly leaving: Exclude<Leaving, 'answered'> }
) & {
  /** How many have asked the same, if it is not one; none where others still wait for the answer. */
  readonly times?: number
  /** How long it was before the person; absent where it never was. */
  readonly waitedMs?: number
  /** The frame that asked first, where there is one. */
  readonly seq?: number
}

/** What every presenter needs to know of a question. */
export type Asked<Kind extends QuestionKind = QuestionKind> = {
  readonly ask: AskOf<Kind>
  readonly risk?: Risk
  /** Aborted when whoever asks no longer wants to know; the reason is `cancelled` or `closed`. */
  readonly signal?: AbortSignal
  readonly seq?: number | undefined
}

type Waiter = {
  readonly end: (ended: Ended) => void
  readonly fail: (error: unknown) => void
}

type Entry<Question> = {
  readonly id: number
  readonly key: string | undefined
  readonly question: Question
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** By the clock that nobody sets. */
  readonly since: number
  readonly waiters: Set<Waiter>
  readonly gone: AbortController
  readonly stopTimer: () => void
}

/** As a presenter sees it. */
export type Waiting<Question> = Pick<Entry<Question>, 'id' | 'question' | 'receivedAt'> & {
  readonly risk?: Risk
  /** How many others wait for the same answer. */
  readonly repeats: number
}

export type QueueOptions<Question> = {
  readonly clock: Clock
  /** Nobody decides after this time. Absent where a question waits as long as it takes. */
  readonly waitMs?: number
  /** Whether one more may wait. */
  readonly hasRoom: (question: Question) => boolean
  readonly onChange: () => void
  readonly onLeave?: (waiting: Waiting<Question>, ended: Ended) => void
}

export class QuestionQueue<Kind extends QuestionKind, Question extends Asked<Kind>> {
  private readonly entries = new Map<number, Entry<Question>>()
  private readonly byKey = new Map<string, Entry<Question>>()
  private lastId = 0

  constructor(private readonly options: QueueOptions<Question>) {}

  /** A number that no question has. */
  nextId(): number {
    return ++this.lastId
  }

  /** Undefined where nobody is asked, because there is no room. Questions without a key share nothing. */
  ask(question: Question, key: string | undefined): Promise<Ended<Kind>> | undefined {
    const { signal } = question
    const known = key === undefined ? undefined : this.byKey.get(key)
    const hasRoom = known ? known.waiters.size < MOST_REPEATS : this.options.hasRoom(question)
    if (!hasRoom) return undefined
    const entry = known ?? this.add(question, key)
    const { promise, resolve, reject } = Promise.withResolvers<Ended>()
    const handleAbort = (): void => this.abandon(entry, waiter, leavingOf(signal))
    const waiter: Waiter = {
      end: (ended) => {
        signal?.removeEventListener('abort', handleAbort)
        resolve(ended)
      },
      fail: reject
    }
    entry.waiters.add(waiter)
    signal?.addEventListener('abort', handleAbort)
    this.options.onChange()
    // The answer was judged to be one to this question, so it is of its kind.
    return promise as Promise<Ended<Kind>>
  }

  /** Refuses an answer to what is no longer asked, and one that does not fit the question. */
  answer(id: number, given: AnswerOf<QuestionKind>): void {
    const answer = takeAnswer<Kind>(this.expect(id).question.ask, given)
    this.leave(id, { leaving: 'answered', answer })
  }

  /** Oldest first. */
  waiting(): readonly Waiting<Question>[] {
    return [...this.entries.values()].map(waitingOf)
  }

  item(id: number): Waiting<Question> {
    return waitingOf(this.expect(id))
  }

  /** Aborted when it leaves, for whatever is done about it meanwhile. */
  whileAsked(id: number): AbortSignal {
    return this.expect(id).gone.signal
  }

  /** Does nothing where it has left already. */
  leave(id: number, how: Ended): void {
    const entry = this.remove(id)
    if (!entry) return
    const { question, waiters, since } = entry
    const ended = {
      ...how,
      waitedMs: this.options.clock.monotonic() - since,
      ...(question.seq !== undefined && { seq: question.seq }),
      ...(waiters.size > 1 && { times: waiters.size })
    }
    this.options.onLeave?.(waitingOf(entry), ended)
    for (const waiter of waiters) waiter.end(ended)
    waiters.clear()
    this.options.onChange()
  }

  /** The question cannot be shown. */
  fail(id: number, error: unknown): void {
    const entry = this.remove(id)
    for (const waiter of entry?.waiters ?? []) waiter.fail(error)
    this.options.onChange()
  }

  private add(question: Question, key: string | undefined): Entry<Question> {
    const { clock, waitMs } = this.options
    const id = this.nextId()
    const expire = (): void => this.leave(id, { leaving: 'expired' })
    const entry: Entry<Question> = {
      id,
      key,
      question,
      receivedAt: clock.wall(),
      since: clock.monotonic(),
      waiters: new Set(),
      gone: new AbortController(),
      stopTimer: waitMs === undefined ? () => undefined : clock.after(waitMs, expire)
    }
    this.entries.set(id, entry)
    if (key !== undefined) this.byKey.set(key, entry)
    return entry
  }

  private remove(id: number): Entry<Question> | undefined {
    const entry = this.entries.get(id)
    if (!entry) return undefined
    this.entries.delete(id)
    if (entry.key !== undefined) this.byKey.delete(entry.key)
    entry.stopTimer()
    entry.gone.abort()
    return entry
  }

  /** The others who wait for the same answer still get it. */
  private abandon(entry: Entry<Question>, waiter: Waiter, leaving: 'cancelled' | 'closed'): void {
    if (!entry.waiters.has(waiter)) return
    if (entry.waiters.size === 1) return this.leave(entry.id, { leaving })
    entry.waiters.delete(waiter)
    waiter.end({ leaving, times: 0 })
    this.options.onChange()
  }

  private expect(id: number): Entry<Question> {
    const entry = this.entries.get(id)
    if (entry) return entry
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This is no longer asked.')
  }
}

export function leavingOf(signal: AbortSignal | undefined): 'cancelled' | 'closed' {
  return signal?.reason === 'closed' ? 'closed' : 'cancelled'
}

function waitingOf<Question extends Pick<Asked, 'risk'>>(
  entry: Entry<Question>
): Waiting<Question> {
  const { id, question, receivedAt, waiters } = entry
  const { risk } = question
  return { id, question, receivedAt, repeats: waiters.size - 1, ...(risk && { risk }) }
}
