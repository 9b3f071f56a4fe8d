/** A plain GET that finds addresses as every client of ours does. Follows no redirect. */
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { lookup } from './lookup'

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export function fetchBytes(
  url: URL,
  { signal, headers }: { readonly signal: AbortSignal; readonly headers: Record<string, string> }
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http
    const request = get(url, { headers, signal, lookup, agent: false }, (message) => {
      const { statusCode: status = 0, headers: given } = message
      const { location } = given
      const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(message) as ReadableStream)
      resolve(
        new Response(body, { status, ...(location !== undefined && { headers: { location } }) })
      )
    })
    request.on('error', reject)
  })
}
