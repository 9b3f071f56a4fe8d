/** The handshake of the older era, as far as the server's answer to it. */
import type { Outcome } from '../../shared/calls/call'
import { isObject } from '../../shared/json/json'
import { LEGACY_REVISIONS } from '../../shared/protocol/revisions'
import type { Clock } from '../time/clock'
import type { HandshakeContext } from './handshake'

const OLDEST_VERSION = '2024-11-05'
const METHOD_NOT_FOUND = -32601
/** How long something may still be answered after another way of asking was tried. */
export const LAST_CHANCE_MS = 5_000

/**
 * The older way of asking. A server that refuses the revision and names others is asked once more,
 * with the best of those. Goes on listening after the time is up: a server that answers late is slow,
 * and one that never answers may know no handshake.
 */
export class Initializing {
  readonly outcome: Promise<Outcome>
  private onLate = (_outcome: Outcome): void => {}
  private readonly late = new Promise<Outcome>((resolve) => (this.onLate = resolve))

  constructor(
    private readonly context: HandshakeContext,
    private readonly limitMs = context.settings.initializeTimeoutMs
  ) {
    this.outcome = this.ask()
  }

  /** Whether it is answered after all, a little after its time. */
  async isLate(): Promise<boolean> {
    const late = await firstOf(this.context.clock, this.late, LAST_CHANCE_MS)
    return late !== undefined && !isUnknownMethod(late)
  }

  private async ask(): Promise<Outcome> {
    const first = await this.askWith(LEGACY_REVISIONS[0])
    const offered = first.kind === 'error' ? supportedIn(first.error.data) : undefined
    const common = LEGACY_REVISIONS.find((version) => offered?.includes(version))
    return common === undefined ? first : this.askWith(common)
  }

  private askWith(protocolVersion: string): Promise<Outcome> {
    const { wire, peer, client, capabilities, initializeToken: token } = this.context
    // Nothing is agreed upon yet, and the oldest revision has no header for it.
    wire.setProtocolVersion(OLDEST_VERSION)
    const params = {
      protocolVersion,
      capabilities: capabilities('legacy'),
      clientInfo: client,
      ...(token !== undefined && { authorization: { token } })
    }
    return peer.request('initialize', params, {
      limits: { idleMs: this.limitMs },
      isSilent: true,
      onLate: (outcome) => this.onLate(outcome)
    })
  }
}

/** The versions that a server names when it refuses one. */
export function supportedIn(data: unknown): readonly string[] | undefined {
  const supported = isObject(data) ? data['supported'] : undefined
  return Array.isArray(supported) ? supported.map(String) : undefined
}

export function isUnknownMethod(outcome: Outcome): boolean {
  return outcome.kind === 'error' && outcome.error.code === METHOD_NOT_FOUND
}

/** What `work` resolves with, or nothing once `ms` have passed. */
export async function firstOf<T>(
  clock: Clock,
  work: Promise<T>,
  ms: number
): Promise<T | undefined> {
  let stopWaiting = (): void => {}
  const tooLate = new Promise<undefined>((resolve) => {
    stopWaiting = clock.after(ms, () => resolve(undefined))
  })
  const first = await Promise.race([work, tooLate])
  stopWaiting()
  return first
}
