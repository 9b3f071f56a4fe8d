/** What a server may ask of the person: the same answers serve both eras. */
import type { ServerId } from '../../shared/protocol/ids'
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Era } from '../../shared/servers/session-state'

/** Who asks. */
export type Asker = {
  readonly serverId: ServerId
  readonly era: Era
  /** As the definition of the server has them. */
  readonly roots?: readonly string[]
  /** The frame that asks. */
  readonly seq?: number
  /** The same for everything that is asked while one call is worked on. */
  readonly scope: object
}

export type InputHandler = (params: Params, signal: AbortSignal, asker: Asker) => Promise<unknown>

export type Inputs = {
  /** What we tell servers that we can do. */
  readonly capabilities: Params
  /** What is told besides to servers of the older era. */
  readonly legacyCapabilities?: Params
  /** By method, such as elicitation/create. */
  readonly handlers: Readonly<Record<string, InputHandler>>
  /** Of the handlers, those that only the older era has. */
  readonly legacyOnly?: readonly string[]
  /** A server says that it cannot go on before the person has been to these pages; true when they have. */
  readonly visitPages?: (pages: unknown, signal: AbortSignal, asker: Asker) => Promise<boolean>
  readonly hearNotification?: (serverId: ServerId, method: string, params: Params) => void
}

export const NO_INPUTS: Inputs = { capabilities: {}, handlers: {} }

export function capabilitiesIn({ capabilities, legacyCapabilities }: Inputs, era: Era): Params {
  return era === 'modern' ? capabilities : { ...capabilities, ...legacyCapabilities }
}

export function handlerFor(
  { handlers, legacyOnly = [] }: Inputs,
  method: string,
  era: Era
): InputHandler | undefined {
  if (!Object.hasOwn(handlers, method)) return undefined
  return era === 'modern' && legacyOnly.includes(method) ? undefined : handlers[method]
}

/** The answers to what a result asks for; undefined when there is something nobody here can answer. */
export async function fulfil(
  inputRequests: unknown,
  inputs: Inputs,
  signal: AbortSignal,
  asker: Asker
): Promise<Record<string, unknown> | undefined> {
  const responses: [string, unknown][] = []
  for (const [key, request] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    const { method, params } = isObject(request) ? request : {}
    const handler = typeof method === 'string' ? handlerFor(inputs, method, asker.era) : undefined
    if (!handler) return undefined
    responses.push([key, await handler(isObject(params) ? params : {}, signal, asker)])
    if (signal.aborted) return undefined
  }
  return Object.fromEntries(responses)
}
