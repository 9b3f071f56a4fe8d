/**
 * Where your browser comes back to after you have signed in: a listener on this machine that takes
 * one answer with the right `state`, and is gone. What the browser brings is never shown on the page.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'

/** What an authorization server answers by way of the browser. */
export type CallbackAnswer = {
  readonly code?: string
  readonly iss?: string
  readonly error?: string
  readonly errorDescription?: string
}

export type CallbackOptions = {
  readonly clock: Clock
  /** A fixed one where the authorization server knows only that; any free one otherwise. */
  readonly port?: number | undefined
  /** The whole address, where the authorization server knows only that one. */
  readonly redirectUrl?: string | undefined
  readonly lifetimeMs?: number
  /** Another path than the usual one. */
  readonly path?: string
  /** Somebody has come whose `state` is not ours. */
  readonly onStranger?: () => void
}

const LIFETIME_MS = 5 * 60_000
const STATE_BYTES = 32
const LONGEST_QUERY = 16 * 1024
const HEADERS_WAIT_MS = 10_000
const MAX_CONNECTIONS = 16
const HOST = '127.0.0.1'
const PATH = '/callback'
/** A browser may take `localhost` for either. */
const LOOPBACKS: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  localhost: ['127.0.0.1', '::1']
}

export class Callback {
  readonly state = randomBytes(STATE_BYTES).toString('base64url')
  /** Resolves with the one answer; rejects when none comes in time, or it is cancelled. */
  readonly answer: Promise<CallbackAnswer>
  private settle!: PromiseWithResolvers<CallbackAnswer>
  private isTaken = false
  private isClosed = false
  private stopWaiting: () => void = () => undefined

  private constructor(
    private readonly servers: readonly Server[],
    /** Where the browser is sent, to the letter. */
    readonly redirectUrl: string,
    private readonly options: CallbackOptions
  ) {
    this.settle = Promise.withResolvers()
    this.answer = this.settle.promise
    this.answer.catch(() => undefined) // whoever waits for it hears of it
    this.startWaiting()
    for (const server of servers) {
      server.on('request', (request, response) => this.take(request, response))
    }
  }

  /** Rejects when the port is taken by another program. */
  static async open(options: CallbackOptions): Promise<Callback> {
    const wanted = options.redirectUrl === undefined ? undefined : fixedAddress(options.redirectUrl)
    const [first, ...others] = LOOPBACKS[wanted?.hostname ?? HOST] ?? [HOST]
    const server = await listen(first ?? HOST, wanted ? portOf(wanted) : (options.port ?? 0))
    const { port } = server.address() as AddressInfo
    // A machine without IPv6 has only the first of them.
    const servers = [server]
    try {
      for (const host of others) servers.push(await listen(host, port))
    } catch (error) {
      const code = error instanceof WorkbenchError ? error.details : undefined
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') {
        server.close()
        throw error
      }
    }
    return new Callback(servers, options.redirectUrl ?? redirectUrlAt(port, options.path), options)
  }

  /** What a person does before the browser opens; the time for the answer begins after it. */
  async waitFor<Result>(work: Promise<Result>): Promise<Result> {
    this.stopWaiting()
    try {
      return await work
    } finally {
      if (!this.isClosed) this.startWaiting()
    }
  }

  cancel(why: string = CANCELLED): void {
    this.settle.reject(new WorkbenchError(WorkbenchErrorCode.Dismissed, why))
    this.close()
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url: path = '' } = request
    const here = new URL(this.redirectUrl)
    if (method !== 'GET' || headers.host !== here.host || path.length > LONGEST_QUERY) {
      return reply(response, 400, PAGES.unexpected)
    }
    const url = URL.canParse(path, here.href) ? new URL(path, here) : undefined
    if (url?.origin !== here.origin || url.pathname !== here.pathname) {
      return reply(response, 404, PAGES.unexpected)
    }
    const { searchParams: given } = url
    const isRepeated = [...new Set(given.keys())].some((name) => given.getAll(name).length > 1)
    // Whoever guesses learns nothing, and the person who is signing in is not kept from it.
    if (this.isTaken || isRepeated || !isSame(given.get('state') ?? '', this.state)) {
      this.options.onStranger?.()
      return reply(response, 400, PAGES.unexpected)
    }
    this.isTaken = true
    const answer = answerIn(given)
    reply(response, 200, answer.code === undefined ? PAGES.refused : PAGES.done)
    response.once('close', () => this.close())
    this.settle.resolve(answer)
  }

  private startWaiting(): void {
    const { clock, lifetimeMs = LIFETIME_MS } = this.options
    this.stopWaiting = clock.after(lifetimeMs, () => this.cancel(LATE))
  }

  private close(): void {
    this.isClosed = true
    this.stopWaiting()
    for (const server of this.servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

export function redirectUrlAt(port: number, path = PATH): string {
  return `http://${HOST}:${port}${path}`
}

async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_WAIT_MS,
    requestTimeout: HEADERS_WAIT_MS,
    keepAlive: false,
    maxHeaderSize: 2 * LONGEST_QUERY
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(taken(error, host, port)))
    server.listen({ host, port, exclusive: true }, resolve)
  })
  return server
}

/** Nobody but this machine may listen for a code. */
function fixedAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url?.href === `http://${url?.host}${url?.pathname}`
  if (url && isPlain && Object.hasOwn(LOOPBACKS, url.hostname)) return url
  const message =
    '"oauth.redirectUrl" has to be an address on this machine, such as http://127.0.0.1:8080/callback.'
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

function portOf({ port }: URL): number {
  return port === '' ? 80 : Number(port)
}

function answerIn(given: URLSearchParams): CallbackAnswer {
  const field = (name: string): string | undefined => given.get(name) ?? undefined
  const [code, iss, error] = [field('code'), field('iss'), field('error')]
  const errorDescription = field('error_description')
  return {
    ...(code !== undefined && { code }),
    ...(iss !== undefined && { iss }),
    ...(error !== undefined && { error }),
    ...(errorDescription !== undefined && { errorDescription })
  }
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const CANCELLED = 'The sign-in was cancelled.'
const LATE = 'Nobody came back from the browser within five minutes, so the sign-in has ended.'

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>body{font:16px system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style><h1>${title}</h1><p>${text}</p></html>`
}

const PAGES = {
  done: page('Back to Patchbay', 'Patchbay goes on by itself. You can close this page.'),
  refused: page(
    'No access',
    'Patchbay was given no access, and says why in its window. You can close this page.'
  ),
  unexpected: page('Nothing to do here', 'Patchbay does not expect this page. You can close it.')
}

function reply(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close'
  })
  response.end(html)
}

function taken(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number
): WorkbenchError {
  const text =
    code === 'EADDRINUSE'
      ? `Port ${port} is used by another program, so the browser could not come back. End that program, or set another "oauth.callbackPort".`
      : `Patchbay cannot listen on ${host}: ${message}.`
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, text, code)
}
