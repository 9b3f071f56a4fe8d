import { describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import type { Outcome } from '../../shared/calls/call'
import { fakeClock } from '../time/fake-clock'
import { RpcPeer } from '../conversation/rpc-peer'
import { ScriptedWire } from './scripted-server'

/** What can happen in a conversation; `of` picks one of the requests made so far. */
type Step =
  | { readonly kind: 'ask'; readonly idleMs: number; readonly wantsProgress: boolean }
  | {
      readonly kind: 'answer' | 'error' | 'answer as text' | 'cancel' | 'lose'
      readonly of: number
    }
  | { readonly kind: 'invalid' | 'progress' | 'answer nobody'; readonly of: number }
  | { readonly kind: 'flood'; readonly count: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'hold' | 'release' | 'garbage' | 'server asks' | 'unwritable' | 'crash' }

const of = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      idleMs: fc.integer({ min: 1, max: 500 }),
      wantsProgress: fc.boolean()
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('answer' as const, 'error', 'answer as text', 'cancel', 'lose'),
      of
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('invalid' as const, 'progress', 'answer nobody'),
      of
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flood' as const), count: fc.nat(200) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(200) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold' as const, 'release', 'garbage', 'server asks', 'unwritable')
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) }
)

type Asked = {
  readonly id: number
  readonly stop: AbortController
  readonly outcomes: Outcome[]
  /** What must become of it, as soon as something has ended it. */
  expected?: Outcome['kind']
}

class Story {
  readonly clock = fakeClock()
  readonly wire = new ScriptedWire(this.clock)
  readonly asked: Asked[] = []
  private readonly peer: RpcPeer
  private readonly releases: (() => void)[] = []
  private hasCrashed = false
  private isTimePassing = false

  constructor() {
    this.peer = new RpcPeer(this.wire, this.clock, () => ({ reason: 'cut' }))
    this.wire.onSighting = (sighting) => this.peer.see(sighting)
    this.wire.onclose = () => this.peer.end()
  }

  async take(step: Step): Promise<void> {
    if (this.hasCrashed) return
    this.isTimePassing = step.kind === 'pass'
    this.act(step)
    // Outcomes are handed out in turns of their own.
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** The story is over: whatever still waits is lost with the wire. */
  async end(): Promise<void> {
    await this.take({ kind: 'crash' })
  }

  private act(step: Step): void {
    switch (step.kind) {
      case 'ask':
        return this.ask(step.idleMs, step.wantsProgress)
      case 'answer':
      case 'answer as text': {
        const one = this.one(step.of)
        if (!one) return
        this.wire.say({ id: step.kind === 'answer' ? one.id : String(one.id), result: {} })
        return expectKind(one, 'result')
      }
      case 'error': {
        const one = this.one(step.of)
        if (!one) return
        this.wire.say({ id: one.id, error: { code: -32000, message: 'no' } })
        return expectKind(one, 'error')
      }
      case 'invalid': {
        const one = this.one(step.of)
        if (!one) return
        this.wire.say(JSON.stringify({ id: one.id, result: {} }))
        return expectKind(one, 'error')
      }
      case 'cancel': {
        const one = this.one(step.of)
        if (!one) return
        one.stop.abort()
        return expectKind(one, 'cancelled')
      }
      case 'lose': {
        const one = this.one(step.of)
        if (!one) return
        this.peer.lose(one.id, { class: 'network', message: 'cut', isUnsent: false })
        return expectKind(one, 'connection-lost')
      }
      case 'progress': {
        const progressToken = this.one(step.of)?.id ?? 999
        this.wire.say({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
        return
      }
      case 'answer nobody':
        return void this.wire.say({ id: 10_000 + step.of, result: {} })
      case 'flood':
        for (let note = 0; note < step.count; note++) {
          this.wire.say({ method: 'notifications/message', params: { level: 'info', data: note } })
        }
        return
      case 'pass':
        return this.clock.pass(step.ms)
      case 'hold':
        return void this.releases.push(this.peer.hold())
      case 'release':
        return this.releases.pop()?.()
      case 'garbage':
        return void this.wire.say('listening on port 3000')
      case 'server asks':
        return void this.wire.say({ id: 1, method: 'sampling/createMessage' })
      case 'unwritable':
        this.wire.refusal = { class: 'network', message: 'refused', isUnsent: true }
        this.ask(100, false)
        delete this.wire.refusal
        return
      case 'crash':
        this.hasCrashed = true
        void this.wire.close()
        for (const one of this.asked) expectKind(one, 'connection-lost')
    }
  }

  private ask(idleMs: number, wantsProgress: boolean): void {
    const isRefused = this.wire.refusal !== undefined
    const one: Asked = { id: this.asked.length + 1, stop: new AbortController(), outcomes: [] }
    this.asked.push(one)
    void this.peer
      .request(
        'tools/call',
        {},
        {
          limits: { idleMs },
          signal: one.stop.signal,
          ...(wantsProgress && { onProgress: () => undefined })
        }
      )
      .then((outcome) => {
        // Only the passing of time ends a request that nothing else has ended.
        if (outcome.kind === 'timeout' && this.isTimePassing) expectKind(one, 'timeout')
        one.outcomes.push(outcome)
      })
    if (isRefused) expectKind(one, 'connection-lost')
  }

  private one(which: number): Asked | undefined {
    return this.asked[which % Math.max(this.asked.length, 1)]
  }
}

/** The first to end a request decides; unless time has, which nobody tells us. */
function expectKind(one: Asked, kind: Outcome['kind']): void {
  if (one.outcomes.length === 0) one.expected ??= kind
}

describe('whatever happens', () => {
  it('each request ends in exactly one outcome, that of the first thing that ended it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const story = new Story()
        for (const one of steps) await story.take(one)
        await story.end()
        for (const { outcomes, expected } of story.asked) {
          expect(outcomes).toHaveLength(1)
          expect(outcomes[0]?.kind).toBe(expected)
        }
        expect(story.clock.timers.size).toBe(0)
        const answered = story.wire.log.tail(100_000).flatMap(({ answers = [] }) => answers)
        expect(new Set(answered).size).toBe(answered.length)
      }),
      { numRuns: 300 }
    )
  })
})
