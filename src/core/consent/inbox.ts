/**
 * What waits for you in the sheet of the main window: everything that servers ask, and calls that need
 * your approval. Holds little, however much is asked.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type {
  InboxItem,
  InboxState,
  InboxSummary,
  LeftItem,
  Refused,
  Risk
} from '../../shared/question/inbox'
import { type SheetAnswer, type SheetKind, titleOf } from '../../shared/question/records'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { PerMinute } from '../time/per-minute'
import { canonicalHash } from '../values/canonical'
import {
  leavingOf,
  QuestionQueue,
  type Asked,
  type Ended,
  type Waiting
} from '../question/question-queue'

export const MOST_PER_SERVER = LIMITS.questionsShown.most
export const MOST_IN_ALL = 20
/** Of one server, answered or not; who asks more often in a minute floods. */
export const MOST_PER_MINUTE = LIMITS.questionsPerMinute.most
export const WAIT_MS = 10 * 60_000
const KEPT_RECENT = LIMITS.questionsRemembered.most

export type Question<Kind extends SheetKind = SheetKind> = Asked<Kind> & {
  readonly serverId: ServerId
  readonly risk: Risk
  readonly signal: AbortSignal
  /** The tools of the server that are being called. */
  readonly during?: readonly string[]
  /** The same question is another one where this is another. */
  readonly scope?: string
}

export type InboxOptions = {
  readonly clock: Clock
  readonly onChange: (state: InboxState) => void
  /** Nobody was asked. */
  readonly onRefused?: (question: Question, leaving: Refused) => void
}

export class Inbox {
  private readonly queue: QuestionQueue<SheetKind, Question>
  private readonly paused = new Set<ServerId>()
  private recent: readonly LeftItem[] = []
  private readonly pace: PerMinute

  constructor(private readonly options: InboxOptions) {
    const { clock } = options
    this.pace = new PerMinute(clock, () => MOST_PER_MINUTE)
    this.queue = new QuestionQueue({
      clock,
      waitMs: WAIT_MS,
      hasRoom: (question) => this.hasRoomFor(question),
      onChange: () => this.tell(),
      onLeave: (waiting, ended) => this.remember(waiting, ended)
    })
  }

  /** Never rejects. */
  async ask<Kind extends SheetKind>(question: Question<Kind>): Promise<Ended<Kind>> {
    const { serverId, signal } = question
    if (signal.aborted) return { leaving: leavingOf(signal) }
    if (this.isPaused(serverId)) return this.refuse(question, 'paused')
    const asked = this.queue.ask(question, keyOf(question))
    // The queue takes no answer of another kind.
    return (asked as Promise<Ended<Kind>> | undefined) ?? this.refuse(question, 'flood')
  }

  /** Whether a server may do what leaves a record now; counts one that it does. */
  admits(serverId: ServerId): boolean {
    return this.pace.admits(serverId)
  }

  /** Nobody is asked, and the person is told that nobody was. */
  refuse(question: Question, leaving: Refused): { readonly leaving: Refused } {
    const { serverId, ask } = question
    this.options.onRefused?.(question, leaving)
    const [last, ...others] = this.recent
    const isMore = last?.leaving === leaving && last.serverId === serverId
    const left = {
      ...(isMore ? last : { id: this.queue.nextId(), serverId, leaving, count: 0 }),
      kind: ask.kind,
      title: titleOf(ask),
      time: this.options.clock.wall()
    }
    const counted = { ...left, count: left.count + 1 }
    this.recent = [counted, ...(isMore ? others : this.recent)].slice(0, KEPT_RECENT)
    this.tell()
    return { leaving }
  }

  /** Refuses an answer to what is no longer asked, and one that does not fit the question. */
  answer(id: number, answer: SheetAnswer): void {
    this.queue.answer(id, answer)
  }

  item(id: number): InboxItem {
    return itemOf(this.queue.item(id))
  }

  /** Aborted when it leaves, for whatever is done about it meanwhile. */
  whileAsked(id: number): AbortSignal {
    return this.queue.whileAsked(id)
  }

  /** Whoever wanted a call does not want it any more. What servers ask is theirs to take back. */
  withdraw(id: number): void {
    if (this.item(id).ask.kind !== 'approval') {
      const message = 'Only a call of your own can be taken back.'
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    this.queue.leave(id, { leaving: 'cancelled' })
  }

  /** What was asked elsewhere has an end of its own, such as a page that says it is done. */
  complete(isMeant: (question: Question) => boolean): void {
    this.leaveAll(isMeant, 'completed')
  }

  denyAll(serverId: ServerId): void {
    this.leaveAll((question) => question.serverId === serverId, 'denied')
  }

  /** What a paused server asks is denied at once. What it has asked before still waits. */
  pause(serverId: ServerId, isPaused: boolean): void {
    if (isPaused) this.paused.add(serverId)
    else this.paused.delete(serverId)
    this.tell()
  }

  isPaused(serverId: ServerId): boolean {
    return this.paused.has(serverId)
  }

  state(): InboxState {
    return {
      items: this.queue.waiting().map(summaryOf),
      recent: this.recent,
      paused: [...this.paused]
    }
  }

  private leaveAll(
    isMeant: (question: Question) => boolean,
    leaving: 'completed' | 'denied'
  ): void {
    for (const { id, question } of this.queue.waiting()) {
      if (isMeant(question)) this.queue.leave(id, { leaving })
    }
  }

  private hasRoomFor({ serverId, ask }: Question): boolean {
    const waiting = this.queue.waiting()
    if (waiting.length >= MOST_IN_ALL) return false
    const own = waiting.filter(({ question }) => question.serverId === serverId)
    if (own.length >= MOST_PER_SERVER) return false
    // Calls are not made by servers.
    return ask.kind === 'approval' || this.admits(serverId)
  }

  private remember({ id, question, repeats }: Waiting<Question>, ended: Ended): void {
    const { serverId, ask } = question
    const left: LeftItem = {
      id,
      serverId,
      kind: ask.kind,
      title: titleOf(ask),
      leaving: ended.leaving,
      ...(ended.leaving === 'answered' && { word: wordOf(ended.answer as SheetAnswer) }),
      time: this.options.clock.wall(),
      count: repeats + 1
    }
    this.recent = [left, ...this.recent].slice(0, KEPT_RECENT)
  }

  private tell(): void {
    this.options.onChange(this.state())
  }
}

/** Two calls of a tool are two calls, also when they are alike: each is approved by itself. */
function keyOf({ serverId, ask, scope }: Question): string | undefined {
  return ask.kind === 'approval' ? undefined : canonicalHash([serverId, ask, scope ?? null])
}

function itemOf({ id, question, receivedAt, repeats }: Waiting<Question>): InboxItem {
  const { serverId, ask, risk, seq, during = [] } = question
  const expiresAt = receivedAt + WAIT_MS
  const frame = seq === undefined ? {} : { seq }
  return { id, serverId, ask, risk, receivedAt, expiresAt, repeats, during, ...frame }
}

function summaryOf(waiting: Waiting<Question>): InboxSummary {
  const { ask, ...item } = itemOf(waiting)
  const tool = ask.kind === 'approval' && ask.tool !== undefined ? { tool: ask.tool } : {}
  return { ...item, kind: ask.kind, title: titleOf(ask), ...tool }
}

function wordOf<Kind extends SheetKind>(answer: SheetAnswer & { readonly kind: Kind }): string {
  return SHEET_RECORDS[answer.kind].word(answer as never)
}
