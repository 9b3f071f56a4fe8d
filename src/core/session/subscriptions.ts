/**
 * In the newer era a server only tells of changes while it is being listened to. The request stays
 * open for as long as the session; when it ends it is made again, ever later.
 */
import type { Clock } from '../clock'
import { isObject } from '../../shared/json'
import type { Conversation } from './conversation'
import { Pause } from './pause'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Longer than any session: a timer cannot be set for more. */
const FOREVER_MS = 2 ** 31 - 1

export class Subscriptions {
  private readonly pause: Pause
  private stopListening?: AbortController

  constructor(private readonly clock: Clock) {
    this.pause = new Pause(clock)
  }

  start(conversation: Conversation): void {
    this.stop()
    const notifications = wanted(conversation)
    if (!notifications) return
    const stop = new AbortController()
    this.stopListening = stop
    void this.listen(conversation, notifications, stop.signal) // never rejects
  }

  stop(): void {
    this.stopListening?.abort()
    this.pause.callOff()
    delete this.stopListening
  }

  private async listen(
    conversation: Conversation,
    notifications: Readonly<Record<string, boolean>>,
    signal: AbortSignal
  ): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const limits = { idleMs: FOREVER_MS }
      const options = { limits, signal, isRepeatable: false }
      const listenedFrom = this.clock.monotonic()
      const { kind } = await conversation.ask('subscriptions/listen', { notifications }, options)
      // A server that refuses says so with an error; one that is gone is listened to no more.
      if (signal.aborted || kind === 'error' || conversation.wire.end) return
      const wasLong = this.clock.monotonic() - listenedFrom > LONGEST_PAUSE_MS
      pauseMs = wasLong ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      await this.pause.take(pauseMs)
    }
  }
}

function wanted({ handshake }: Conversation): Readonly<Record<string, boolean>> | undefined {
  if (handshake?.era !== 'modern') return undefined
  const { capabilities } = handshake
  const notifications: Record<string, boolean> = {}
  for (const kind of ['tools', 'resources', 'prompts']) {
    const capability = capabilities[kind]
    if (isObject(capability) && capability['listChanged'] === true) {
      notifications[`${kind}ListChanged`] = true
    }
  }
  return Object.keys(notifications).length > 0 ? notifications : undefined
}
