/**
 * What only main may ask, one thing at a time, in a window that it alone opens. Whoever is asked about
 * the same server again and again, and does not answer, is left in peace for a while.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import {
  riskOf,
  type AnswerOf,
  type WindowAnswer,
  type WindowAsk,
  type WindowKind
} from '../../shared/question/records'
import type { TrustDecision, TrustAsk } from '../../shared/question/trust-kind'
import { canonicalHash } from '../values/canonical'
import type { Clock } from '../time/clock'
import { AnswerGuard } from './answer-guard'
import { QuestionQueue, type Asked, type Waiting } from './question-queue'
import type { Presenter } from './window-handlers'

/** Besides the one that is shown. */
const WAITING_LIMIT = 20
const DISMISSALS = 5
const PEACE_MS = 30_000
const DISMISSED: WindowAnswer = { kind: 'dismissed' }

type WindowQuestion = Asked<WindowKind>

/** Puts a question before the person, says when it is gone, and gives back how to take it away. */
export type ShowQuestion = (ask: WindowAsk, onGone: () => void) => () => void

export class WindowQuestions implements Presenter {
  private readonly queue: QuestionQueue<WindowKind, WindowQuestion>
  private readonly guard: AnswerGuard<Waiting<WindowQuestion>, AnswerOf<WindowKind>>
  private shown: { readonly id: number; takeAway?: () => void } | undefined
  private hasEnded = false

  /** When each definition was last left undecided. */
  private readonly dismissals = new Map<string, readonly number[]>()

  constructor(
    private readonly show: ShowQuestion,
    private readonly clock: Clock
  ) {
    this.queue = new QuestionQueue({
      clock,
      hasRoom: () => !this.hasEnded && this.queue.waiting().length <= WAITING_LIMIT,
      onChange: () => this.showNext(),
      onLeave: ({ id }) => this.takeAway(id)
    })
    this.guard = new AnswerGuard(this.queue, clock)
  }

  ask(ask: WindowAsk, signal?: AbortSignal): Promise<WindowAnswer> {
    return ask.kind === 'trust' ? this.askForTrust(ask) : this.enqueue(ask, signal)
  }

  /** What the person sees now. From the first time on, they can read it. */
  describe(): WindowAsk {
    return this.guard.show(this.expectShown()).question.ask
  }

  /** The end of what is shown has been in view. */
  seeEnd(): void {
    this.guard.seeEnd(this.expectShown())
  }

  /** What the window says the person answered. */
  answer(answer: WindowAnswer): void {
    const id = this.expectShown()
    if (answer.kind === 'dismissed') this.queue.leave(id, { leaving: 'cancelled' })
    else this.guard.answer(id, answer)
  }

  /** Nothing is asked any more. */
  end(): void {
    this.hasEnded = true
    this.dismissAll()
  }

  /** The one that is shown goes last, so that no other takes its place. */
  dismissAll(): void {
    for (const { id } of this.queue.waiting().toReversed()) {
      this.queue.leave(id, { leaving: 'closed' })
    }
  }

  /** A definition that the person is being asked about already is not asked about twice. */
  private async askForTrust(ask: TrustAsk): Promise<WindowAnswer> {
    const hashes = new Set(ask.subjects.map(({ hash }) => hash))
    const asked = this.queue
      .waiting()
      .map(({ question }) => question.ask)
      .filter((other) => hashesOf(other).some((hash) => hashes.has(hash)))
    const known = new Set(asked.flatMap(hashesOf))
    const subjects = ask.subjects.filter(({ hash }) => !known.has(hash))
    const answers = asked.map((other) => this.enqueue(other))
    const open = subjects.filter(({ hash }) => this.recentDismissals(hash).length < DISMISSALS)
    if (open.length > 0) answers.push(this.enqueue({ kind: 'trust', subjects: open }))
    if (answers.length === 0 && subjects.length > 0) return DISMISSED
    const answer = combined(await Promise.all(answers), hashes)
    for (const { hash } of open) {
      const isDecided =
        answer.kind === 'trust' && ['trust', 'refuse'].includes(answer.decisions[hash] ?? '')
      if (isDecided) continue
      this.dismissals.set(hash, [...this.recentDismissals(hash), this.clock.monotonic()])
    }
    return answer
  }

  private recentDismissals(hash: string): readonly number[] {
    const since = this.clock.monotonic() - PEACE_MS
    return (this.dismissals.get(hash) ?? []).filter((time) => time > since)
  }

  private async enqueue(ask: WindowAsk, signal?: AbortSignal): Promise<WindowAnswer> {
    if (signal?.aborted === true) return DISMISSED
    const question = { ask, risk: riskOf(ask), ...(signal && { signal }) }
    const ended = await this.queue.ask(question, canonicalHash(ask))
    return ended?.leaving === 'answered' ? ended.answer : DISMISSED
  }

  private showNext(): void {
    const [next] = this.queue.waiting()
    if (this.shown || !next) return
    const { id, question } = next
    this.shown = { id }
    try {
      const takeAway = this.show(question.ask, () => this.queue.leave(id, { leaving: 'closed' }))
      if (this.isShown(id)) this.shown.takeAway = takeAway
      else takeAway()
    } catch (error) {
      this.takeAway(id)
      this.queue.fail(id, error)
    }
  }

  private takeAway(id: number): void {
    if (!this.isShown(id)) return
    const { takeAway } = this.shown ?? {}
    this.shown = undefined
    takeAway?.()
  }

  private isShown(id: number): boolean {
    return this.shown?.id === id
  }

  private expectShown(): number {
    if (this.shown) return this.shown.id
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'Nothing is being asked now.')
  }
}

function hashesOf(ask: WindowAsk): readonly string[] {
  return ask.kind === 'trust' ? ask.subjects.map(({ hash }) => hash) : []
}

/** What several questions brought to light about these hashes; dismissed only when all were. */
function combined(answers: readonly WindowAnswer[], hashes: ReadonlySet<string>): WindowAnswer {
  const decisions: [string, TrustDecision][] = []
  for (const answer of answers) {
    if (answer.kind !== 'trust') continue
    decisions.push(...Object.entries(answer.decisions).filter(([hash]) => hashes.has(hash)))
  }
  const isDismissed = answers.length > 0 && answers.every(({ kind }) => kind === 'dismissed')
  return isDismissed ? DISMISSED : { kind: 'trust', decisions: Object.fromEntries(decisions) }
}
