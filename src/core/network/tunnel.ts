/**
 * A connection to a server through a proxy. The proxy is asked to connect (CONNECT) for http: and ws:
 * too: what it has to say itself is then never taken for the server's words.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContext } from 'node:tls'
import type { WireFailure } from '../../shared/protocol/failure'
import { visibleText } from '../../shared/text/visible-text'
import { seconds, type Clock } from '../time/clock'
import { codeOf, NetworkError } from './network-error'
import { shownProxy, type Proxy } from './proxy-choice'

const ANSWER_WAIT_MS = 20_000

export type TunnelOptions = {
  readonly clock: Clock
  readonly lookup: LookupFunction
  /** What certificates of the proxy itself are held against. */
  readonly context: () => SecureContext
  readonly signal: AbortSignal
}

/** `target` is a host and a port. Rejects with a `NetworkError` that names the proxy. */
export function openTunnel(proxy: Proxy, target: string, options: TunnelOptions): Promise<Duplex> {
  const { clock, lookup, context, signal } = options
  return new Promise((resolve, reject) => {
    const { authorization } = proxy
    const isSecure = proxy.protocol === 'https:'
    const request = (isSecure ? https : http).request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: target,
      agent: false,
      lookup,
      ...(isSecure && { secureContext: context(), rejectUnauthorized: true }),
      headers: {
        host: target,
        'user-agent': 'patchbay',
        ...(authorization !== undefined && { 'proxy-authorization': authorization })
      }
    })
    let isLate = false
    const stopWaiting = clock.after(ANSWER_WAIT_MS, () => {
      isLate = true
      request.destroy()
    })
    const onAbort = (): void => void request.destroy()
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = (): void => {
      stopWaiting()
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (failure: WireFailure): void => {
      settle()
      reject(new NetworkError(failure))
    }
    request.once('connect', (answer, socket, head) => {
      const { statusCode: status = 0 } = answer
      if (status < 200 || status > 299) {
        socket.destroy()
        return fail(refused(proxy, target, status, answer.headers))
      }
      settle()
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    // A proxy that answers CONNECT as if it were another request.
    request.once('response', (answer) => {
      answer.destroy()
      fail(refused(proxy, target, answer.statusCode ?? 0, answer.headers))
    })
    request.on('error', (error) => fail(isLate ? late(proxy) : unreachable(proxy, error)))
    request.once('close', () => fail(isLate ? late(proxy) : cut(proxy)))
    request.end()
  })
}

function refused(
  proxy: Proxy,
  target: string,
  status: number,
  headers: http.IncomingHttpHeaders
): WireFailure {
  const name = shownProxy(proxy)
  if (status === 407) {
    const hasGiven = proxy.authorization !== undefined
    const what = hasGiven
      ? `does not accept the name and password that it was given (407)`
      : `wants a name and a password (407)`
    const message = `The proxy ${name} ${what}.${offered(headers['proxy-authenticate'])}`
    return { class: 'proxy', status, message, isUnsent: true }
  }
  const message = `The proxy ${name} refuses to connect to ${target} (${status}).`
  return { class: 'proxy', status, message, isUnsent: true }
}

/** Only where there is no way that we know: otherwise it says nothing new. */
function offered(challenge: string | string[] | undefined): string {
  const schemes = [challenge ?? []]
    .flat()
    .flatMap((each) => /^\s*([\w-]{1,40})/.exec(each)?.[1] ?? [])
  if (schemes.length === 0 || schemes.some((each) => each.toLowerCase() === 'basic')) return ''
  return ` It offers ${visibleText(schemes.join(', '))}; Patchbay knows Basic only.`
}

const SAID: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it did not react in time'
}

function unreachable(proxy: Proxy, error: unknown): WireFailure {
  const name = shownProxy(proxy)
  const code = codeOf(error) ?? 'failed'
  const isSpoken = code.startsWith('HPE_')
  const said = SAID[code] ?? (isSpoken ? 'what answers there is not a proxy' : 'it failed')
  const message = `The proxy ${name} cannot be used: ${said} (${code}).`
  return { class: 'proxy', code, message, isUnsent: true }
}

function cut(proxy: Proxy): WireFailure {
  const name = shownProxy(proxy)
  const message = `The proxy ${name} closed the connection without an answer.`
  return { class: 'proxy', code: 'ECONNRESET', message, isUnsent: true }
}

function late(proxy: Proxy): WireFailure {
  const name = shownProxy(proxy)
  const message = `The proxy ${name} did not answer within ${seconds(ANSWER_WAIT_MS)}.`
  return { class: 'proxy', code: 'ETIMEDOUT', message, isUnsent: true }
}
