/** What the handlers of all questions share: where they ask, and where they write down what came of it. */
import { messageOf } from '../../shared/errors'
import type { Ask, Risk } from '../../shared/inbox'
import type { ServerId } from '../../shared/ids'
import type { AuditEnd, AuditEntry, Auditing } from '../audit/auditing'
import type { Asker } from '../session/input'
import { RpcError } from '../session/rpc-peer'
import type { Ended, Inbox, Question } from './inbox'

export const INVALID_PARAMS = -32602
/** What the protocol has for a person who said no. */
export const REJECTED = -1
/** A person is not shown more than they can read, and nothing that is only shown in part. */
const LONGEST_CHARS = 4_000_000

export type AskingParts = {
  readonly inbox: Inbox
  readonly audit: Auditing
}

export type Asked = {
  readonly ask: Ask
  readonly risk: Risk
  readonly signal: AbortSignal
  readonly asker: Asker
  readonly check?: Question['check']
}

/** Refuses what is too much to be read. */
export function askPerson({ inbox }: AskingParts, asked: Asked): Promise<Ended> {
  const { ask, risk, signal, asker, check } = asked
  expectReadable(ask)
  const { serverId, seq } = asker
  return inbox.ask({ serverId, ask, risk, signal, seq, ...(check && { check }) })
}

/** The person, or why nobody decided. */
export function deciderOf({ leaving }: Ended): string {
  return leaving === 'answered' || leaving === 'denied' ? 'person' : leaving
}

/** Written down before it has an effect; where that cannot be done it has none. */
export async function recorded<T>(
  { audit }: AskingParts,
  serverId: ServerId,
  method: string,
  params: object,
  work: () => Promise<T>
): Promise<T> {
  const end = await audit.intend({ serverId, method, params: { by: 'person', ...params } })
  try {
    const result = await work()
    end({ result })
    return result
  } catch (error) {
    end({ error: messageOf(error) })
    throw error
  }
}

/** What nobody was asked is only counted, by the inbox: a flood must not fill the log. */
export function noteUnanswered(
  { audit }: AskingParts,
  ended: Ended,
  entry: AuditEntry & AuditEnd & { readonly params: object }
): void {
  if (ended.leaving === 'flood' || ended.leaving === 'paused') return
  audit.note({ ...entry, params: { ...entry.params, by: deciderOf(ended) } })
}

function expectReadable(ask: Ask): void {
  let chars: number
  try {
    chars = JSON.stringify(ask).length
  } catch {
    throw new RpcError(INVALID_PARAMS, 'This is nested too deeply to be shown to a person.')
  }
  if (chars <= LONGEST_CHARS) return
  throw new RpcError(INVALID_PARAMS, 'This is too long to be shown to a person.')
}
