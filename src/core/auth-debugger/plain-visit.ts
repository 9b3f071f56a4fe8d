/**
 * Stands in for a browser where nobody is: follows the redirects of an authorization page by plain
 * HTTP, and gives up at the first page that wants something of a person. Runs no scripts.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import { AuthAddresses } from '../auth/auth-address'
import { AuthError } from '../auth/auth-error'
import type { Callback } from '../auth/callback'
import type { Network } from '../network/network'
import { PLAIN_NETWORKS } from '../network/networks'
import { readBody } from '../framing/http-body'
import { shownUrl } from '../address/shown-address'
import { needsPersonError } from './debug-run'

const MOST_HOPS = 10
const TIMEOUT_MS = 30_000
const BODY_LIMIT_BYTES = 256 * 1024

type Page = {
  readonly status: number
  readonly location?: string | undefined
  readonly cookies: readonly string[]
}

export function plainVisit(
  serverUrl: URL,
  network: Network,
  signal: AbortSignal
): (url: string, callback: Pick<Callback, 'redirectUrl'>) => Promise<void> {
  const addresses = new AuthAddresses(serverUrl)
  return async (first, { redirectUrl }) => {
    const jar = new CookieJar()
    let url = new URL(first)
    for (let hop = 0; hop < MOST_HOPS; hop += 1) {
      await addresses.check(url)
      const page = await get(url, { addresses, network }, jar.headersFor(url), signal)
      jar.take(url, page.cookies)
      if (page.status >= 400) throw refused(url, page.status)
      if (page.location === undefined || !URL.canParse(page.location, url.href)) {
        throw needsPersonError(
          `${shownUrl(url)} shows a page, and only a person can say what to do there. Run the debugger in the app.`
        )
      }
      url = new URL(page.location, url)
      if (!isRedirect(url, redirectUrl)) continue
      await get(url, { network: PLAIN_NETWORKS.own }, {}, signal)
      return
    }
    throw new AuthError(
      `The authorization page redirects more than ${MOST_HOPS} times.`,
      'authorization-server'
    )
  }
}

function isRedirect(url: URL, redirectUrl: string): boolean {
  const wanted = new URL(redirectUrl)
  return url.origin === wanted.origin && url.pathname === wanted.pathname
}

function refused(url: URL, status: number): AuthError {
  const message = `The authorization page at ${url.origin}${url.pathname} answers ${status}.`
  return new AuthError(message, 'authorization-server')
}

/** Our own listener is asked without `addresses`. */
async function get(
  url: URL,
  { addresses, network }: { readonly addresses?: AuthAddresses; readonly network: Network },
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal
): Promise<Page> {
  const agent = network.agentFor(url, {
    maxSockets: 1,
    ...(addresses && { lookup: addresses.lookup })
  })
  try {
    const incoming = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const ask = url.protocol === 'https:' ? https.get : http.get
      const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const request = ask(
        url,
        {
          agent,
          signal: both,
          headers: { accept: 'text/html', 'user-agent': 'patchbay', ...headers }
        },
        resolve
      )
      request.once('error', reject)
    })
    await readBody(incoming, BODY_LIMIT_BYTES)
    const { statusCode: status = 0, headers: replied } = incoming
    const { location, 'set-cookie': cookies = [] } = replied
    return { status, location: status >= 300 && status < 400 ? location : undefined, cookies }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The authorization page at ${url.origin}${url.pathname} cannot be reached: ${why}.`
    throw new AuthError(message, 'authorization-server')
  } finally {
    agent.destroy()
  }
}

/** As much of cookies as a chain of redirects needs: by host, for one visit. */
class CookieJar {
  private readonly byHost = new Map<string, Map<string, string>>()

  take({ host }: URL, cookies: readonly string[]): void {
    const own = this.byHost.get(host) ?? new Map<string, string>()
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const equals = pair.indexOf('=')
      if (equals > 0) own.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim())
    }
    this.byHost.set(host, own)
  }

  headersFor({ host }: URL): Readonly<Record<string, string>> {
    const own = [...(this.byHost.get(host) ?? [])]
    if (own.length === 0) return {}
    return { cookie: own.map(([name, value]) => `${name}=${value}`).join('; ') }
  }
}
