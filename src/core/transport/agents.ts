/** The pools of connections that clients of ours speak HTTP over. */
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { lookup } from './lookup'

const MAX_IDLE_SOCKETS = 16
/** Shorter than common servers keep idle connections, so that they do not close one as we use it. */
const IDLE_SOCKET_MS = 4_000

export type AgentOptions = {
  readonly maxSockets: number
  /** Which addresses of a name may be used; all that any client may use, unless it says otherwise. */
  readonly lookup?: LookupFunction
}

export function agentFor({ protocol }: URL, options: AgentOptions): http.Agent {
  const all = {
    lookup,
    keepAlive: true,
    maxFreeSockets: MAX_IDLE_SOCKETS,
    timeout: IDLE_SOCKET_MS,
    ...options
  }
  return protocol === 'https:' ? new https.Agent(all) : new http.Agent(all)
}
