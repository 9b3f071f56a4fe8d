/** Asks for the progress of a request, and reads what is told of it. */
import type { Progress } from '../../shared/calls/call'
import { isNumber } from '../../shared/json/exact-number'
import { isObject, type JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'

/** The id is unique among the requests that wait, and so is the token. */
export function withToken(
  params: Params | undefined,
  id: number
): Params & { readonly _meta: JsonObject } {
  const meta = params?.['_meta']
  return { ...params, _meta: { ...(isObject(meta) && (meta as JsonObject)), progressToken: id } }
}

/** Undefined when it does not say how far the request is. */
export function progressOf({ progress, total, message }: Params): Progress | undefined {
  if (!isNumber(progress)) return undefined
  return {
    progress: Number(progress),
    ...(isNumber(total) && { total: Number(total) }),
    ...(typeof message === 'string' && { message })
  }
}
