/** Lists of traffic as main has them, for tests of those who ask for them. */
import { ServerId } from '../../shared/protocol/ids'
import type { ListEnd } from '../../shared/traffic/list'
import type { Timeline, TrafficRow, ViewCount } from '../../shared/traffic/traffic-row'
import { growViews } from './traffic-list'

type Asked = Readonly<Record<'viewId' | 'from' | 'count' | 'seq', number>>
type Answer = { readonly value: unknown } | { readonly code: string }
type Held = { readonly route: string; readonly answer: () => void }

export function rowsFrom(first: number, last: number): readonly TrafficRow[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    seq: first + index,
    time: first + index,
    serverId: ServerId.parse('demo'),
    origin: 'server',
    kind: 'notification',
    bytes: 1
  }))
}

/** Takes the place of main. Every list shows the same rows. */
export class TrafficOfMain {
  readonly asked: (readonly [route: string, input: unknown])[] = []
  readonly open = new Set<number>()
  rows: readonly TrafficRow[] = rowsFrom(1, 10)
  /** The last is the answer again and again. */
  timelines: readonly Timeline[] = []
  version = 0
  isComplete = true
  /** Routes that are answered when `answer` is called. */
  held: readonly string[] = []
  private readonly waiting: Held[] = []
  private lastId = 0
  private failures: { readonly route: string; readonly code: string }[] = []

  constructor() {
    const request = (route: string, inputJson: string): Promise<string> =>
      this.request(route, JSON.parse(inputJson))
    Object.assign(window, { patchbay: { request, on: () => () => {} } })
  }

  get count(): ViewCount {
    const { version, isComplete, rows } = this
    const total = rows.length
    return {
      version,
      isComplete,
      matched: total,
      background: 0,
      total,
      lastSeq: rows.at(-1)?.seq ?? 0
    }
  }

  get routes(): readonly string[] {
    return this.asked.map(([route]) => route)
  }

  /** The next request of this kind is refused. */
  refuse(route: string, code = 'INTERNAL'): void {
    this.failures.push({ route, code })
  }

  /** What was asked first and is held is answered now, as things were when it was asked. */
  async answer(): Promise<void> {
    this.waiting.shift()?.answer()
    await settled()
  }

  /** Tells all that look at a list how it is now. */
  async grow(end?: ListEnd<TrafficRow>): Promise<void> {
    const { count } = this
    growViews([...this.open].map((viewId) => ({ viewId, count, ...(end && { end }) })))
    await settled()
  }

  private request(route: string, input: unknown): Promise<string> {
    this.asked.push([route, input])
    const answer = JSON.stringify(resultOf(this.answerTo(route, input)))
    if (!this.held.includes(route)) return Promise.resolve(answer)
    return new Promise((resolve) => this.waiting.push({ route, answer: () => resolve(answer) }))
  }

  private answerTo(route: string, input: unknown): Answer {
    const refused = this.failures.findIndex((failure) => failure.route === route)
    const [failure] = refused === -1 ? [] : this.failures.splice(refused, 1)
    if (failure) return failure
    const { viewId, from, count, seq } = input as Asked
    switch (route) {
      case 'traffic.open':
        this.open.add(++this.lastId)
        return { value: { viewId: this.lastId, count: this.count } }
      case 'traffic.close':
        this.open.delete(viewId)
        return { value: null }
      case 'traffic.place':
        return { value: this.placeOf(seq) }
      case 'traffic.timeline': {
        const [next, ...others] = this.timelines
        if (others.length > 0) this.timelines = others
        return this.open.has(viewId) ? { value: next } : { code: 'NOT_FOUND' }
      }
      default:
        if (!this.open.has(viewId)) return { code: 'NOT_FOUND' }
        return { value: this.rows.slice(from, from + count) }
    }
  }

  private placeOf(seq: number): { readonly index: number; readonly isThere: boolean } {
    const index = this.rows.findIndex((row) => row.seq === seq)
    return { index: index === -1 ? this.rows.length : index, isThere: index !== -1 }
  }
}

function resultOf(answer: Answer): object {
  if ('value' in answer) return { ok: true, value: answer.value }
  return { ok: false, error: { code: answer.code, message: 'No.' } }
}

/** Everything that follows from an answer has happened then. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
