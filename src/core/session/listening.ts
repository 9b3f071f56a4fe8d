/**
 * In the newer era a server only tells of changes while it is being listened to. The request stays
 * open for as long as the session; when it ends it is made again, ever later.
 */
import type { Outcome } from '../../shared/calls/call'
import { isObject } from '../../shared/json/json'
import type { Params, RpcId } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import type { Conversation } from '../conversation/conversation'
import { Pause } from '../conversation/pause'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Longer than any session: a timer cannot be set for more. */
const FOREVER_MS = 2 ** 31 - 1
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

export type ListeningOptions = {
  /** The resources to hear of. */
  readonly uris: () => readonly string[]
  /** The server would not have these. */
  readonly onRefused: (uris: readonly string[], outcome: Outcome) => void
}

export class Listening {
  private readonly pause: Pause
  private conversation?: Conversation
  private stopListening?: AbortController
  /** What is being listened for now, and by which request. */
  private current: { readonly uris: readonly string[]; id?: RpcId } = { uris: [] }

  constructor(
    private readonly clock: Clock,
    private readonly options: ListeningOptions
  ) {
    this.pause = new Pause(clock)
  }

  start(conversation: Conversation): void {
    this.stop()
    this.conversation = conversation
    const stop = new AbortController()
    this.stopListening = stop
    void this.listen(conversation, stop.signal) // never rejects
  }

  /** Something else is to be listened for. */
  renew(): void {
    if (this.conversation) this.start(this.conversation)
  }

  stop(): void {
    this.stopListening?.abort()
    this.pause.callOff()
    delete this.stopListening
    delete this.conversation
  }

  /** The resources that the server leaves out of what it agrees to tell of. */
  leftOut({ _meta: meta, notifications }: Params): readonly string[] {
    const { uris, id } = this.current
    const answers = isObject(meta) ? meta[SUBSCRIPTION_ID] : undefined
    if (id === undefined || String(answers) !== String(id)) return []
    if (!isObject(notifications)) return []
    const { resourceSubscriptions: honoured } = notifications
    const told: ReadonlySet<unknown> = new Set(Array.isArray(honoured) ? honoured : [])
    return uris.filter((uri) => !told.has(uri))
  }

  private async listen(conversation: Conversation, signal: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const current: typeof this.current = { uris: this.options.uris() }
      const notifications = filterOf(conversation, current.uris)
      if (!notifications) return
      this.current = current
      const listenedFrom = this.clock.monotonic()
      const outcome = await conversation.ask(
        'subscriptions/listen',
        { notifications },
        {
          limits: { idleMs: FOREVER_MS },
          signal,
          isLasting: true,
          isRepeatable: false,
          onSent: ({ id }) => {
            if (id !== undefined) current.id = id
          }
        }
      )
      if (signal.aborted || conversation.wire.end) return
      // A server that refuses says so with an error. It may be the resources that it does not want.
      if (outcome.kind === 'error') {
        if (current.uris.length === 0) return
        this.options.onRefused(current.uris, outcome)
        continue
      }
      conversation.wire.onStreamEnd?.()
      const wasLong = this.clock.monotonic() - listenedFrom > LONGEST_PAUSE_MS
      pauseMs = wasLong ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      await this.pause.take(pauseMs)
    }
  }
}

function filterOf({ handshake }: Conversation, uris: readonly string[]): Params | undefined {
  const notifications: Record<string, unknown> = {}
  for (const kind of ['tools', 'resources', 'prompts']) {
    const capability = handshake?.capabilities[kind]
    if (isObject(capability) && capability['listChanged'] === true) {
      notifications[`${kind}ListChanged`] = true
    }
  }
  if (uris.length > 0) notifications['resourceSubscriptions'] = uris
  return Object.keys(notifications).length > 0 ? notifications : undefined
}
