/**
 * What the traffic amounts to, by server and method, kept up as entries are appended. Knows what
 * the log knows: each entry is counted once, and nothing of it is kept but numbers. However many
 * methods and servers are invented, what is kept stays bounded; the rest is counted as one.
 */
import { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import {
  HANDSHAKE_METHODS,
  OTHERS,
  type MethodMetrics,
  type SeriesPoint,
  type ServerMetrics
} from '../../shared/traffic/metrics'
import {
  answersIn,
  otherSide,
  PERSON_ASKED,
  type FurtherAnswer,
  type TrafficEntry
} from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { PersonTime } from './person-time'
import { Tally, type TallyEnd } from './tally'

const MOST_SERVERS = 200
const MOST_METHODS: Readonly<Record<Origin, number>> = {
  workbench: LIMITS.methodsCounted.most,
  server: LIMITS.serverMethodsCounted.most
}
const RATE_WINDOW_MS = 60_000
const OTHER_SERVERS = ServerId.parse(OTHERS)

export type MetricsOptions = {
  readonly clock: Pick<Clock, 'wall'>
  /** How far back requests per second look; a recording is looked at as a whole. */
  readonly rateWindowMs?: number
  /** None, unless somebody knows better: frames do not tell. */
  readonly activeSessions?: (serverId: ServerId) => number
}

export class Metrics {
  private readonly servers = new Map<ServerId, ServerTallies>()

  constructor(private readonly options: MetricsOptions) {}

  /** Takes each entry as it is appended. */
  see(entry: TrafficEntry): void {
    this.talliesOf(entry.serverId).see(entry)
  }

  snapshot(): readonly ServerMetrics[] {
    return [...this.servers.keys()].flatMap((id) => this.of(id) ?? [])
  }

  /** Undefined when there was no entry of it. */
  of(serverId: ServerId): ServerMetrics | undefined {
    const tallies = this.servers.get(serverId)
    if (!tallies) return undefined
    const { clock, rateWindowMs = RATE_WINDOW_MS, activeSessions } = this.options
    const numbers = tallies.metrics(clock.wall(), rateWindowMs)
    return { serverId, active_sessions: activeSessions?.(serverId) ?? 0, ...numbers }
  }

  /**
   * The requests of `origin` over time, oldest first: of one method, or of all. Background requests
   * have a series of their own.
   */
  series(
    serverId: ServerId,
    origin: Origin,
    method?: string,
    isBackground = false
  ): readonly SeriesPoint[] {
    const tally = this.servers.get(serverId)?.tally(origin, method, isBackground)
    return tally?.points(this.options.clock.wall()) ?? []
  }

  forget(serverId: ServerId): void {
    this.servers.delete(serverId)
  }

  /** Nothing more will come: what still waits for an answer waits in vain. */
  conclude(): void {
    for (const tallies of this.servers.values()) tallies.conclude(this.options.clock.wall())
  }

  private talliesOf(serverId: ServerId): ServerTallies {
    const known = this.servers.get(serverId)
    if (known) return known
    const id = this.servers.size < MOST_SERVERS ? serverId : OTHER_SERVERS
    const tallies = this.servers.get(id) ?? new ServerTallies()
    this.servers.set(id, tallies)
    return tallies
  }
}

type MethodTallies = Map<string, Tally>

type Side = {
  readonly all: Tally
  readonly methods: MethodTallies
  /** Automatic requests have rows of their own, so that they do not look like calls. */
  readonly background: MethodTallies
}

function newSide(): Side {
  return { all: new Tally(), methods: new Map(), background: new Map() }
}

type Waiting = {
  readonly tally: Tally
  readonly isBackground: boolean
  readonly personMs: number
}

class ServerTallies {
  private readonly sides: Readonly<Record<Origin, Side>> = {
    workbench: newSide(),
    server: newSide()
  }
  private readonly bytes: Record<Origin, number> = { workbench: 0, server: 0 }
  /** Who has to be told when a request has ended, by its entry, and how long the person had by then. */
  private readonly waiting = new Map<number, Waiting>()
  private readonly person = new PersonTime()
  private since?: number

  see(entry: TrafficEntry): void {
    const { time, origin, kind, bytes, cancels, abandons } = entry
    if (kind === 'auth') return this.seeSignIn(entry)
    this.since ??= time
    if (kind !== 'stderr' && kind !== 'lifecycle') this.bytes[origin] += bytes
    if (kind === 'request') this.ask(entry)
    if (kind === 'request' && origin === 'server') this.person.asked(entry.seq, time, entry.method)
    answersIn(entry).forEach((answer, index) => {
      this.answer(answer, entry, index === 0 ? bytes : 0)
    })
    if (cancels !== undefined) this.end(cancels, time, 'cancelled')
    if (abandons) for (const each of abandons) this.end(each, time, 'unanswered')
  }

  /** Signing in is no traffic of MCP, and not with this server; only what the person is asked counts. */
  private seeSignIn({ seq, time, method, answers }: TrafficEntry): void {
    if (method !== PERSON_ASKED) return
    if (answers === undefined) this.person.asked(seq, time, method)
    else this.person.answered(answers, time)
  }

  tally(origin: Origin, method: string | undefined, isBackground: boolean): Tally | undefined {
    const { all, methods, background } = this.sides[origin]
    return method === undefined ? all : (isBackground ? background : methods).get(method)
  }

  conclude(time: number): void {
    for (const asked of [...this.waiting.keys()]) this.end(asked, time, 'unanswered')
  }

  metrics(now: number, windowMs: number): Omit<ServerMetrics, 'serverId' | 'active_sessions'> {
    const since = this.since ?? now
    return {
      ...this.sides.workbench.all.metrics(now, since, windowMs, true),
      bytes_sent: this.bytes.workbench,
      bytes_received: this.bytes.server,
      methods: this.rows('workbench', now, windowMs),
      server_requests: this.rows('server', now, windowMs)
    }
  }

  private rows(origin: Origin, now: number, windowMs: number): readonly MethodMetrics[] {
    const since = this.since ?? now
    const { methods, background } = this.sides[origin]
    const rows = [
      ...[...methods].map(([method, tally]) => ({ named: { method }, tally })),
      ...[...background].map(([method, tally]) => ({
        named: { method, is_background: true },
        tally
      }))
    ]
    return rows
      .toSorted((one, other) => other.tally.count - one.tally.count)
      .map(({ named, tally }) => ({
        ...named,
        ...tally.metrics(now, since, windowMs, origin === 'workbench')
      }))
  }

  private ask({ seq, time, origin, bytes, method, isRetry, isBackground = false }: TrafficEntry) {
    const tally = this.tallyFor(origin, method, isBackground)
    tally.asked(time, bytes, isRetry)
    this.waiting.set(seq, { tally, isBackground, personMs: this.person.until(time) })
    if (this.waiting.size <= LIMITS.unansweredRemembered.most) return
    for (const oldest of this.waiting.keys()) return this.end(oldest, time, 'unanswered')
  }

  /** A batch is one entry, named after its first request: the others are counted by their answers. */
  private answer(answer: FurtherAnswer, entry: TrafficEntry, bytes: number): void {
    const { request, method, tookMs } = answer
    const { time, origin } = entry
    const asked = this.waiting.get(request)
    const isBackground = asked ? asked.isBackground : entry.isBackground
    const tally = this.tallyFor(otherSide(origin), method, isBackground)
    if (asked?.tally === tally) this.waiting.delete(request)
    else tally.asked(time, 0)
    this.person.answered(request, time)
    const personMs = asked && origin === 'server' ? this.person.until(time) - asked.personMs : 0
    const ownMs = tookMs === undefined ? undefined : Math.max(0, tookMs - personMs)
    tally.answered(time, bytes, endOf(answer), ownMs)
  }

  private end(asked: number, time: number, end: TallyEnd): void {
    this.waiting.get(asked)?.tally.ended(time, end)
    this.waiting.delete(asked)
    this.person.answered(asked, time)
  }

  private tallyFor(origin: Origin, method = OTHERS, isBackground = false): Tally {
    const { all, methods, background } = this.sides[origin]
    const rows = isBackground ? background : methods
    const known = rows.get(method)
    if (known) return known
    const name = methods.size + background.size < MOST_METHODS[origin] ? method : OTHERS
    const isApart = isBackground || HANDSHAKE_METHODS.has(name)
    const tally = rows.get(name) ?? new Tally(isApart ? undefined : all)
    rows.set(name, tally)
    return tally
  }
}

function endOf({ kind, isToolError }: FurtherAnswer): TallyEnd {
  if (kind === 'error') return 'error answer'
  if (kind === 'noise') return 'unanswered'
  return isToolError === true ? 'tool error' : 'result'
}
