/** Writes down what a session asks on behalf of a person: before it is sent, and what became of it. */
import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../shared/call'
import { messageOf } from '../../shared/errors'
import type { ServerId } from '../../shared/ids'
import { shapeOf, type Params } from '../../shared/json-rpc'
import { CANCELLED, type AuditEnd, type Auditing } from '../audit/auditing'
import { parseJson } from '../transport/http-wire'

export class SessionAudit {
  private sessionId: string = randomUUID()

  constructor(
    private readonly serverId: ServerId,
    private readonly auditing: Auditing
  ) {}

  get id(): string {
    return this.sessionId
  }

  /** Each conversation is a session of its own. */
  renew(): void {
    this.sessionId = randomUUID()
  }

  /** Rejects when it cannot be written down: then it may not be sent. */
  async intend(
    method: string,
    params: unknown,
    kind: 'request' | 'raw' = 'request'
  ): Promise<(end: AuditEnd) => void> {
    const { serverId, sessionId } = this
    return this.auditing.intend({ serverId, sessionId, method, params, kind })
  }

  /** Rejects only when it cannot be written down. */
  async asking(method: string, params: Params, ask: () => Promise<Outcome>): Promise<Outcome> {
    const end = await this.intend(method, params)
    const outcome = await ask()
    end(endOf(outcome))
    return outcome
  }

  /** What a person wrote. How it is answered is in the traffic, under the number of its entry. */
  async sending<Entry extends { readonly seq: number }>(
    text: string,
    send: () => Promise<Entry>
  ): Promise<Entry> {
    const shape = shapeOf(parseJson(text))
    const isNamed = shape.kind === 'request' || shape.kind === 'notification'
    const end = isNamed
      ? await this.intend(shape.method, shape.params, 'raw')
      : await this.intend('patchbay/raw', { text }, 'raw')
    try {
      const entry = await send()
      end({ result: { sentAs: entry.seq } })
      return entry
    } catch (error) {
      end({ error: { message: messageOf(error) } })
      throw error
    }
  }
}

export function endOf(outcome: Outcome): AuditEnd {
  switch (outcome.kind) {
    case 'result':
      return { result: outcome.result }
    case 'error':
      return { error: outcome.error }
    case 'timeout':
      return { error: { message: `No answer came within ${outcome.afterMs} ms.` } }
    case 'cancelled':
      return { error: CANCELLED }
    case 'connection-lost':
    case 'not-an-answer':
      return { error: { message: outcome.reason } }
  }
}
