/**
 * The resources whose changes the person wants to hear of. The older era is asked for each of them;
 * in the newer one a single request names them all and stays open, see `Listening`.
 */
import type { Outcome } from '../../shared/calls/call'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { canBeSubscribedTo, type Subscription } from '../../shared/calls/exchange'
import { explainOutcome } from '../../shared/advice/explain'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import type { Conversation } from '../conversation/conversation'
import { EVERYTHING, type Handshake } from '../conversation/handshake'
import { Listening } from './listening'
import type { SessionAudit } from './session-audit'

const READ_AGAIN = 'It can still be read again by hand.'

export type SubscriptionsOptions = {
  readonly name: string
  readonly clock: Clock
  readonly timeoutMs: number
  /** By URI; outlives the session. */
  readonly wanted: Map<string, Subscription>
  readonly audit: SessionAudit
  /** One of them is different now, or a part of it. */
  readonly onUpdate: (uri: string) => void
  readonly onChange: () => void
}

export class Subscriptions {
  private conversation?: Conversation
  private readonly listening: Listening

  constructor(private readonly options: SubscriptionsOptions) {
    const { clock } = options
    this.listening = new Listening(clock, {
      uris: () => this.uris(),
      onRefused: (uris, outcome) => this.fail(uris, sentence(outcome))
    })
  }

  /** What was wanted of the last conversation is wanted of this one too. */
  start(conversation: Conversation): void {
    this.stop()
    this.conversation = conversation
    const uris = [...this.options.wanted.keys()]
    const why = conversation.handshake && this.whyNot(conversation.handshake)
    if (why === undefined) for (const uri of uris) this.change(uri, {})
    else if (uris.length > 0) this.fail(uris, why)
    if (conversation.handshake?.era === 'modern') this.listening.start(conversation)
    else if (why === undefined) for (const uri of uris) void this.subscribeTo(uri) // never rejects
  }

  stop(): void {
    this.listening.stop()
    delete this.conversation
  }

  /** Refused where the server has no way to tell; what the server says to it is in the list. */
  async subscribe(uri: string): Promise<void> {
    const { wanted, clock, onChange } = this.options
    const { handshake } = this.conversation ?? {}
    if (!handshake) {
      throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${this.options.name} is not open.`)
    }
    const why = this.whyNot(handshake)
    if (why !== undefined) throw new WorkbenchError(WorkbenchErrorCode.NotFound, why)
    const before = wanted.get(uri)
    if (before && !before.failure) return
    wanted.set(uri, { uri, since: clock.wall(), updates: before?.updates ?? 0 })
    onChange()
    if (handshake.era !== 'modern') return this.subscribeTo(uri)
    await this.renewListening().catch((error: unknown) => this.fail([uri], messageOf(error)))
  }

  async unsubscribe(uri: string): Promise<void> {
    const { wanted, onChange } = this.options
    const before = wanted.get(uri)
    if (!before) return
    wanted.delete(uri)
    onChange()
    if (before.failure !== undefined) return
    if (this.conversation?.handshake?.era === 'modern') await this.renewListening()
    // Whatever the server says to this, nobody listens to its updates any more.
    else await this.ask('resources/unsubscribe', uri)
  }

  hearNotification(method: string, params: Params): void {
    if (method === 'notifications/resources/updated') this.hearUpdate(params['uri'])
    else if (method === 'notifications/subscriptions/acknowledged') {
      const left = this.listening.leftOut(params)
      if (left.length > 0) {
        this.fail(left, `${this.options.name} does not tell of its changes. ${READ_AGAIN}`)
      }
    }
  }

  /** A server may tell of a part of what was subscribed to. */
  private hearUpdate(uri: unknown): void {
    if (typeof uri !== 'string') return
    const { wanted, clock, onUpdate } = this.options
    const lastUpdate = clock.wall()
    for (const { uri: whole, updates } of wanted.values()) {
      if (whole !== uri && !isBelow(uri, whole)) continue
      onUpdate(whole)
      this.change(whole, { updates: updates + 1, lastUpdate })
    }
  }

  private async subscribeTo(uri: string): Promise<void> {
    const { conversation } = this
    const outcome = await this.ask('resources/subscribe', uri).catch((error: unknown): Outcome => {
      return { kind: 'connection-lost', reason: messageOf(error) }
    })
    // A conversation that is over says nothing about the next one.
    if (!outcome || outcome.kind === 'result' || conversation !== this.conversation) return
    this.fail([uri], sentence(outcome))
  }

  private async ask(method: string, uri: string): Promise<Outcome | undefined> {
    const { conversation } = this
    const limits = { idleMs: this.options.timeoutMs }
    if (!conversation) return undefined
    return this.options.audit.asking(method, { uri }, () =>
      conversation.ask(method, { uri }, { limits, isRepeatable: true })
    )
  }

  /** Rejects when it cannot be written down that something else is to be listened for. */
  private async renewListening(): Promise<void> {
    const params = { notifications: { resourceSubscriptions: this.uris() } }
    const end = await this.options.audit.intend('subscriptions/listen', params)
    this.listening.renew()
    end({})
  }

  private uris(): readonly string[] {
    const { wanted } = this.options
    return [...wanted.values()].flatMap(({ uri, failure }) => (failure ? [] : [uri]))
  }

  private whyNot({ era, capabilities }: Handshake): string | undefined {
    const { name } = this.options
    if (era === 'bare') {
      return `${name} was opened without a handshake, so nobody knows how to subscribe. ${READ_AGAIN}`
    }
    const canSubscribe = canBeSubscribedTo(capabilities['resources'])
    if (canSubscribe || capabilities === EVERYTHING) return undefined
    return `${name} does not say that it can be subscribed to. ${READ_AGAIN}`
  }

  private fail(uris: readonly string[], failure: string): void {
    for (const uri of uris) this.change(uri, { failure })
  }

  /** A failure is over with the next change. */
  private change(uri: string, change: Partial<Subscription>): void {
    const { wanted, onChange } = this.options
    const before = wanted.get(uri)
    if (!before) return
    const { failure: _, ...rest } = before
    wanted.set(uri, { ...rest, ...change })
    onChange()
  }
}

function isBelow(uri: string, whole: string): boolean {
  if (!uri.startsWith(whole)) return false
  return whole.endsWith('/') || ['/', '?', '#'].includes(uri.charAt(whole.length))
}

function sentence(outcome: Outcome): string {
  return explainOutcome(outcome)?.what ?? 'The server would not have it.'
}
