/** Writes down what a session asks on behalf of a person: before it is sent, and what became of it. */
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../shared/json/json'
import type { Outcome } from '../../shared/calls/call'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import { shapeOf, type Params } from '../../shared/protocol/json-rpc'
import { CANCELLED, type AuditEnd, type Auditing } from '../audit/auditing'
import { LIMITS } from '../bounds/limits'

/** What waits is held in memory, and settled one by one when the session ends. */
const MOST_PENDING = LIMITS.requestsPending.most

export class SessionAudit {
  private sessionId: string = randomUUID()
  /** What is being written down, or was sent and has not ended. */
  private pending = 0

  constructor(
    private readonly server: { readonly id: ServerId; readonly name: string },
    private readonly auditing: Auditing
  ) {}

  get id(): string {
    return this.sessionId
  }

  /** Each conversation is a session of its own. */
  renew(): void {
    this.sessionId = randomUUID()
  }

  /**
   * Rejects when it cannot be written down, or when too much waits for an answer already: then it may
   * not be sent.
   */
  async intend(
    method: string,
    params: unknown,
    kind: 'request' | 'raw' = 'request'
  ): Promise<(end: AuditEnd) => void> {
    const { server, sessionId } = this
    this.expectRoom()
    this.pending++
    try {
      const entry = { serverId: server.id, sessionId, method, params, kind }
      const end = await this.auditing.intend(entry)
      return (how) => {
        this.pending--
        end(how)
      }
    } catch (error) {
      this.pending--
      throw error
    }
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

  private expectRoom(): void {
    if (this.pending < MOST_PENDING) return
    const { name } = this.server
    const count = MOST_PENDING.toLocaleString('en-US')
    throw new WorkbenchError(
      WorkbenchErrorCode.Busy,
      `${name} has ${count} requests that wait for an answer, and Patchbay sends it no more of them. Wait until some have ended, cancel some, or restart ${name}.`
    )
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
