/** What a server may ask of the person: the same answers serve both eras. */
import { isObject } from '../../shared/json'
import type { Params } from '../../shared/json-rpc'

export type InputHandler = (params: Params, signal: AbortSignal) => Promise<unknown>

export type Inputs = {
  /** What we tell servers that we can do. */
  readonly capabilities: Params
  /** By method, such as elicitation/create. */
  readonly handlers: Readonly<Record<string, InputHandler>>
}

export const NO_INPUTS: Inputs = { capabilities: {}, handlers: {} }

/** The answers to what a result asks for; undefined when there is something nobody here can answer. */
export async function fulfil(
  inputRequests: unknown,
  handlers: Readonly<Record<string, InputHandler>>,
  signal?: AbortSignal
): Promise<Record<string, unknown> | undefined> {
  const never = signal ?? new AbortController().signal
  const responses: [string, unknown][] = []
  for (const [key, request] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    const { method, params } = isObject(request) ? request : {}
    const isKnown = typeof method === 'string' && Object.hasOwn(handlers, method)
    const handler = isKnown ? handlers[method] : undefined
    if (!handler) return undefined
    responses.push([key, await handler(isObject(params) ? params : {}, never)])
    if (signal?.aborted) return undefined
  }
  return Object.fromEntries(responses)
}
