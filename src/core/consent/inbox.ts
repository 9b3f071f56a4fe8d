/**
 * Everything that waits for the person's decision. Every question ends exactly once: with the answer
 * of the person, or with the reason why nobody will answer it. Holds little, however much is asked.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { ServerId } from '../../shared/ids'
import {
  titleOf,
  type Ask,
  type InboxAnswer,
  type InboxItem,
  type InboxState,
  type InboxSummary,
  type Leaving,
  type LeftItem,
  type Refused,
  type Risk
} from '../../shared/inbox'
import type { Clock } from '../clock'
import { LIMITS } from '../limits'
import { PerMinute } from '../per-minute'
import { canonicalHash } from '../canonical'

export const MOST_PER_SERVER = LIMITS.questionsShown.most
export const MOST_IN_ALL = 20
/** So many may wait for one answer. */
export const MOST_REPEATS = LIMITS.questionRepeats.most
/** Of one server, answered or not; who asks more often in a minute floods. */
export const MOST_PER_MINUTE = LIMITS.questionsPerMinute.most
export const WAIT_MS = 10 * 60_000
const KEPT_RECENT = LIMITS.questionsRemembered.most

export type Question = {
  readonly serverId: ServerId
  readonly ask: Ask
  readonly risk: Risk
  /** Aborted when whoever asks no longer wants to know; the reason is `cancelled` or `closed`. */
  readonly signal: AbortSignal
  readonly seq?: number | undefined
  /** The tools of the server that are being called. */
  readonly during?: readonly string[]
  /** The same question is another one where this is another. */
  readonly scope?: string
  /** Refuses, by throwing, an answer that does not fit. */
  readonly check?: ((answer: InboxAnswer) => void) | undefined
}

export type Ended = (
  | { readonly leaving: 'answered'; readonly answer: InboxAnswer }
  | { readonly leaving: Exclude<Leaving, 'answered'> }
) & {
  /** How many have asked the same, if it is not one; none where others still wait for the answer. */
  readonly times?: number
  /** How long it was before the person; absent where it never was. */
  readonly waitedMs?: number
  /** The frame that asked first, where there is one. */
  readonly seq?: number
}

export type InboxOptions = {
  readonly clock: Clock
  readonly onChange: (state: InboxState) => void
  /** Nobody was asked. */
  readonly onRefused?: (question: Question, leaving: Refused) => void
}

type Waiter = { readonly end: (ended: Ended) => void }

type Entry = {
  item: InboxItem
  key: string
  readonly question: Question
  readonly check: Question['check']
  readonly waiters: Set<Waiter>
  readonly gone: AbortController
  /** By the clock that nobody sets. */
  readonly since: number
  readonly stopTimer: () => void
}

export class Inbox {
  private readonly entries = new Map<number, Entry>()
  private readonly byKey = new Map<string, Entry>()
  private readonly paused = new Set<ServerId>()
  private recent: readonly LeftItem[] = []
  private readonly pace: PerMinute
  private lastId = 0

  constructor(private readonly options: InboxOptions) {
    this.pace = new PerMinute(options.clock, () => MOST_PER_MINUTE)
  }

  /** Never rejects. */
  ask(question: Question): Promise<Ended> {
    const { serverId, signal } = question
    if (signal.aborted) return Promise.resolve({ leaving: leavingOf(signal) })
    if (this.isPaused(serverId)) return Promise.resolve(this.refuse(question, 'paused'))
    const key = keyOf(question, this.lastId + 1)
    const known = this.byKey.get(key)
    const isFlood = known ? known.waiters.size >= MOST_REPEATS : !this.hasRoomFor(question)
    if (isFlood) return Promise.resolve(this.refuse(question, 'flood'))
    const entry = known ?? this.add(question, key)
    const { promise, resolve } = Promise.withResolvers<Ended>()
    const waiter: Waiter = {
      end: (ended) => {
        signal.removeEventListener('abort', handleAbort)
        resolve(ended)
      }
    }
    const handleAbort = (): void => this.abandon(entry, waiter, leavingOf(signal))
    entry.waiters.add(waiter)
    countRepeats(entry)
    signal.addEventListener('abort', handleAbort)
    this.tell()
    return promise
  }

  /** Whether a server may do what leaves a record now; counts one that it does. */
  admits(serverId: ServerId): boolean {
    return this.pace.admits(serverId)
  }

  /** Nobody is asked, and the person is told that nobody was. */
  refuse(question: Question, leaving: Refused): Ended {
    const { serverId, ask } = question
    this.options.onRefused?.(question, leaving)
    const [last, ...others] = this.recent
    const isMore = last?.leaving === leaving && last.serverId === serverId
    const kind = ask.kind
    const time = this.options.clock.wall()
    const left: LeftItem = isMore
      ? { ...last, kind, title: titleOf(ask), time, count: last.count + 1 }
      : { id: ++this.lastId, serverId, kind, title: titleOf(ask), leaving, time, count: 1 }
    this.recent = [left, ...(isMore ? others : this.recent)].slice(0, KEPT_RECENT)
    this.tell()
    return { leaving }
  }

  /** Refuses an answer to what is no longer asked, and one that does not fit the question. */
  answer(id: number, answer: InboxAnswer): void {
    const entry = this.expect(id)
    if (entry.item.ask.kind !== answer.kind) {
      const message = `This is not an answer to what was asked: ${entry.item.ask.kind}.`
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    entry.check?.(answer)
    this.leave(entry, { leaving: 'answered', answer })
  }

  item(id: number): InboxItem {
    return this.expect(id).item
  }

  /** Aborted when it leaves, for whatever is done about it meanwhile. */
  whileAsked(id: number): AbortSignal {
    return this.expect(id).gone.signal
  }

  /** Whoever wanted a call does not want it any more. What servers ask is theirs to take back. */
  withdraw(id: number): void {
    const entry = this.expect(id)
    if (entry.item.ask.kind !== 'approval') {
      const message = 'Only a call of your own can be taken back.'
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    this.leave(entry, { leaving: 'cancelled' })
  }

  /** What was asked elsewhere has an end of its own, such as a page that says it is done. */
  complete(isMeant: (item: InboxItem) => boolean): void {
    for (const entry of [...this.entries.values()]) {
      if (isMeant(entry.item)) this.leave(entry, { leaving: 'completed' })
    }
  }

  denyAll(serverId: ServerId): void {
    for (const entry of [...this.entries.values()]) {
      if (entry.item.serverId === serverId) this.leave(entry, { leaving: 'denied' })
    }
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
      items: [...this.entries.values()].map(({ item }) => summaryOf(item)),
      recent: this.recent,
      paused: [...this.paused]
    }
  }

  private hasRoomFor({ serverId, ask }: Question): boolean {
    if (this.entries.size >= MOST_IN_ALL) return false
    const own = [...this.entries.values()].filter(({ item }) => item.serverId === serverId)
    if (own.length >= MOST_PER_SERVER) return false
    // Calls are not made by servers.
    return ask.kind === 'approval' || this.admits(serverId)
  }

  private add(question: Question, key: string): Entry {
    const { serverId, ask, risk, seq, check, during = [] } = question
    const { clock } = this.options
    const id = ++this.lastId
    const receivedAt = clock.wall()
    const entry: Entry = {
      item: {
        id,
        serverId,
        ask,
        risk,
        receivedAt,
        expiresAt: receivedAt + WAIT_MS,
        repeats: 0,
        during,
        ...(seq !== undefined && { seq })
      },
      key,
      question,
      check,
      waiters: new Set(),
      gone: new AbortController(),
      since: clock.monotonic(),
      stopTimer: clock.after(WAIT_MS, () => this.leave(entry, { leaving: 'expired' }))
    }
    this.entries.set(id, entry)
    this.byKey.set(key, entry)
    return entry
  }

  /** The others who wait for the same answer still get it. */
  private abandon(entry: Entry, waiter: Waiter, leaving: 'cancelled' | 'closed'): void {
    if (!entry.waiters.has(waiter)) return
    if (entry.waiters.size === 1) return this.leave(entry, { leaving })
    entry.waiters.delete(waiter)
    countRepeats(entry)
    waiter.end({ leaving, times: 0 })
    this.tell()
  }

  private leave(entry: Entry, how: Ended): void {
    const { item, key, waiters, gone, stopTimer } = entry
    const ended = {
      ...how,
      waitedMs: this.options.clock.monotonic() - entry.since,
      ...(item.seq !== undefined && { seq: item.seq }),
      ...(waiters.size > 1 && { times: waiters.size })
    }
    if (!this.entries.delete(item.id)) return
    if (this.byKey.get(key) === entry) this.byKey.delete(key)
    stopTimer()
    gone.abort()
    this.remember(item, ended)
    for (const waiter of waiters) waiter.end(ended)
    waiters.clear()
    this.tell()
  }

  private remember({ id, serverId, ask, repeats }: InboxItem, ended: Ended): void {
    const left: LeftItem = {
      id,
      serverId,
      kind: ask.kind,
      title: titleOf(ask),
      leaving: ended.leaving,
      ...(ended.leaving === 'answered' && { word: wordOf(ended.answer) }),
      time: this.options.clock.wall(),
      count: repeats + 1
    }
    this.recent = [left, ...this.recent].slice(0, KEPT_RECENT)
  }

  private expect(id: number): Entry {
    const entry = this.entries.get(id)
    if (entry) return entry
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This is no longer asked.')
  }

  private tell(): void {
    this.options.onChange(this.state())
  }
}

/** Two calls of a tool are two calls, also when they are alike: each is approved by itself. */
function keyOf({ serverId, ask, scope }: Question, id: number): string {
  return ask.kind === 'approval' ? `call ${id}` : canonicalHash([serverId, ask, scope ?? null])
}

function countRepeats(entry: Entry): void {
  entry.item = { ...entry.item, repeats: entry.waiters.size - 1 }
}

function leavingOf({ reason }: AbortSignal): 'cancelled' | 'closed' {
  return reason === 'closed' ? 'closed' : 'cancelled'
}

function summaryOf({ ask, ...item }: InboxItem): InboxSummary {
  const tool = ask.kind === 'approval' && ask.tool !== undefined ? { tool: ask.tool } : {}
  return { ...item, kind: ask.kind, title: titleOf(ask), ...tool }
}

function wordOf(answer: InboxAnswer): string {
  switch (answer.kind) {
    case 'consent':
      if (!answer.isGranted) return 'denied'
      return answer.rememberMs === undefined ? 'allowed' : 'allowed and remembered'
    case 'approval':
      return answer.isApproved ? 'approved' : 'not approved'
    case 'form':
    case 'url':
      return { accept: 'accepted', decline: 'declined', cancel: 'cancelled' }[answer.action]
    case 'sampling':
      return 'result' in answer ? 'answered' : 'declined'
    case 'roots':
      return answer.isShared ? 'shared' : 'nothing shared'
    case 'scopes':
      return answer.isAllowed ? 'allowed' : 'denied'
  }
}
