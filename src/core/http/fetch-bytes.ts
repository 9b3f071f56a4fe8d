/** A plain GET that goes the way of every client of ours. Follows no redirect. */
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import type { Network } from '../network/network'

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export type FetchOptions = {
  readonly signal: AbortSignal
  readonly headers: Record<string, string>
  readonly network: Network
}

export function fetchBytes(
  url: URL,
  { signal, headers, network }: FetchOptions
): Promise<Response> {
  const agent = network.agentFor(url, { maxSockets: 1 })
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http
    // A connection that is still being made does not tell that nobody waits for it any more.
    const onAbort = (): void => {
      agent.destroy()
      reject(new Error('It took too long.'))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const request = get(url, { headers, signal, agent }, (message) => {
      const { statusCode: status = 0, headers: given } = message
      const { location } = given
      const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(message) as ReadableStream)
      message.once('close', () => agent.destroy())
      resolve(
        new Response(body, { status, ...(location !== undefined && { headers: { location } }) })
      )
    })
    request.on('error', reject)
  })
}
