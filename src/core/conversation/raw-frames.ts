/**
 * What a person sent beside our own requests, so that what the server says to it is not taken for an
 * answer to one of them.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { isObject, parseJson, type JsonObject } from '../../shared/json/json'
import { isRpcId, shapeOf, type RpcId } from '../../shared/protocol/json-rpc'
import { quoted } from '../../shared/shape/quoted'
import { LIMITS } from '../bounds/limits'
import { Recent } from '../bounds/recent'

/** An id that the server may answer, and a token that it may tell progress of. */
export type Claim = { readonly id?: RpcId; readonly token?: RpcId }

export class RawFrames {
  /** Ids and tokens that are numbers, as ours are, or say one. */
  private readonly taken = new Recent<number, true>(LIMITS.idsByHand.most)
  private readonly waiting = new Set<string>()
  /** How many have no id, so that an answer cannot have one either. */
  private nameless = 0

  add(message: unknown): void {
    const claims = claimsOf(message)
    for (const { id, token } of claims) {
      if (token !== undefined) this.taken.set(Number(token), true)
      if (id === undefined) continue
      this.taken.set(Number(id), true)
      this.waiting.add(String(id))
      if (this.waiting.size > LIMITS.framesByHand.most) this.forgetOldest()
    }
    if (!claims.some(({ id }) => id !== undefined)) this.nameless++
  }

  isTaken(id: number): boolean {
    return this.taken.get(id) === true
  }

  answered(id: RpcId): void {
    this.waiting.delete(String(id))
  }

  /** Whether an answer without an id may be meant for one of these; then that one has its answer. */
  takeNameless(): boolean {
    if (this.nameless === 0) return this.forgetOldest()
    this.nameless--
    return true
  }

  private forgetOldest(): boolean {
    for (const oldest of this.waiting) return this.waiting.delete(oldest)
    return false
  }
}

/** Of each part of a batch; of what is an answer there are none. */
export function claimsOf(message: unknown): readonly Claim[] {
  const parts: readonly unknown[] = Array.isArray(message)
    ? message.slice(0, LIMITS.partsByHand.most)
    : [message]
  return parts.flatMap((part) => {
    if (!isObject(part)) return []
    const { id, method, params } = part
    if (method === undefined && ('result' in part || 'error' in part)) return []
    const meta = isObject(params) ? params['_meta'] : undefined
    const token = isObject(meta) ? meta['progressToken'] : undefined
    return [{ ...(isRpcId(id) && { id }), ...(isRpcId(token) && { token }) }]
  })
}

/** The call that a text makes, if it makes one. */
export function toolCallIn(
  text: string
): { readonly name: string; readonly arguments: JsonObject } | undefined {
  const shape = shapeOf(parseJson(text))
  if (shape.kind !== 'request' || shape.method !== 'tools/call') return undefined
  const { name, arguments: args } = shape.params
  if (typeof name !== 'string' || !isObject(args)) return undefined
  return { name, arguments: args as JsonObject }
}

/** Refuses what would be sent with something else in it. */
export function expectExact(text: string): void {
  const at = text.search(/\p{Surrogate}/u)
  if (at === -1) return
  const message = `There is half a character in it, at position ${at + 1}, which no UTF-8 text can have.`
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

export function idInUse(id: RpcId): WorkbenchError {
  const message = `A request with the id ${quoted(id)} waits for its answer, which could be taken for the answer to this one. Choose another id.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message, { id })
}

export function tokenInUse(token: RpcId): WorkbenchError {
  const message = `A request waits for progress with the token ${quoted(token)}, which could be taken for the progress of this one. Choose another token.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message, { token })
}
