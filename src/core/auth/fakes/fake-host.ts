/** For tests: HTTP servers on loopback whose every answer a test can replace or hold back. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromJson } from '../../../shared/json/json'

export type Endpoint =
  | 'mcp'
  | 'resource-metadata'
  | 'metadata'
  | 'registration'
  | 'authorization'
  | 'token'
  | 'revocation'
  | 'other'

export type SeenRequest = {
  readonly endpoint: Endpoint
  /** Of the server that was asked, such as http://127.0.0.1:4711. */
  readonly origin: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as a form; empty when it is something else. */
  readonly form: Readonly<Record<string, string>>
  /** The body as JSON; undefined when it is something else. */
  readonly json: unknown
}

export type Reply = {
  /** 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Anything but a text is sent as JSON. */
  readonly body?: unknown
  /** Closes the connection instead of answering. */
  readonly isCut?: boolean
}

/** A reply, or what makes one of the request. */
export type Answer = Reply | ((request: SeenRequest) => Reply)

export type Hold = {
  /** Resolves with the first request that waits. */
  readonly asked: Promise<SeenRequest>
  /** Lets everything go on that waits, and nothing wait from now on. */
  readonly release: () => void
}

type Gate = { readonly opened: Promise<void>; readonly tell: (request: SeenRequest) => void }

/** What one server answers at its paths. A host can have several of them. */
export abstract class FakeSite {
  /** Known once the host listens. */
  origin = ''
  private readonly always = new Map<Endpoint, Answer>()
  private readonly once = new Map<Endpoint, Answer[]>()
  private readonly gates = new Map<Endpoint, Gate>()

  /** Undefined for paths that are none of its own. */
  abstract endpointAt(path: string): Endpoint | undefined
  protected abstract answer(request: SeenRequest): Reply

  /** Answers every request to this endpoint so; without a reply, as usual again. */
  replyWith(endpoint: Endpoint, reply?: Answer): void {
    if (reply) this.always.set(endpoint, reply)
    else this.always.delete(endpoint)
  }

  /** Answers the next request to this endpoint so. Several of them are used one after the other. */
  replyOnceWith(endpoint: Endpoint, ...replies: readonly Answer[]): void {
    this.once.set(endpoint, [...(this.once.get(endpoint) ?? []), ...replies])
  }

  /** Lets requests to this endpoint wait for their answers until they are released. */
  hold(endpoint: Endpoint): Hold {
    const asked = Promise.withResolvers<SeenRequest>()
    const opened = Promise.withResolvers<void>()
    this.gates.set(endpoint, { opened: opened.promise, tell: asked.resolve })
    const release = (): void => {
      this.gates.delete(endpoint)
      opened.resolve()
    }
    return { asked: asked.promise, release }
  }

  async replyTo(request: SeenRequest): Promise<Reply> {
    const { endpoint } = request
    const gate = this.gates.get(endpoint)
    gate?.tell(request)
    await gate?.opened
    const answer = this.once.get(endpoint)?.shift() ?? this.always.get(endpoint)
    if (!answer) return this.answer(request)
    return typeof answer === 'function' ? answer(request) : answer
  }
}

export type FakeHost = { readonly origin: string; readonly close: () => Promise<void> }

/** Listens on a free port of 127.0.0.1, and adds all that is asked of it to `requests`. */
export async function hostSites(
  sites: readonly FakeSite[],
  requests: SeenRequest[]
): Promise<FakeHost> {
  const host = { origin: '' }
  const server = createServer((incoming, response) => {
    response.on('error', () => undefined)
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const { pathname: path, searchParams } = new URL(incoming.url ?? '/', host.origin)
      const site = sites.find((each) => each.endpointAt(path) !== undefined)
      const request: SeenRequest = {
        endpoint: site?.endpointAt(path) ?? 'other',
        origin: host.origin,
        method: incoming.method ?? '',
        path,
        query: Object.fromEntries(searchParams),
        headers: incoming.headers,
        body,
        form: formOf(incoming.headers, body),
        json: jsonOf(body)
      }
      requests.push(request)
      const reply = site?.replyTo(request) ?? Promise.resolve({ status: 404 })
      reply.then(
        (each) => send(response, each),
        () => response.destroy()
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const site of sites) site.origin = host.origin
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin: host.origin, close }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body, isCut = false }: Reply
): void {
  if (isCut) return void response.destroy()
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain' : 'application/json'
  response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

function formOf(headers: IncomingHttpHeaders, body: string): Readonly<Record<string, string>> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return isForm === true ? Object.fromEntries(new URLSearchParams(body)) : {}
}

function jsonOf(body: string): unknown {
  try {
    return fromJson(body)
  } catch {
    // Not every body is JSON.
    return undefined
  }
}

/** What an OAuth server answers when it refuses. */
export function oauthError(error: string, description?: string, status = 400): Reply {
  const body = { error, ...(description !== undefined && { error_description: description }) }
  return { status, headers: { 'cache-control': 'no-store' }, body }
}

export function htmlPage(status: number, text = 'Something went wrong'): Reply {
  const headers = { 'content-type': 'text/html' }
  return { status, headers, body: `<!doctype html><title>${text}</title><h1>${text}</h1>` }
}

export function redirectTo(location: string, status = 302): Reply {
  return { status, headers: { location } }
}

/** A valid JSON object of at least so many bytes. */
export function hugeReply(bytes: number): Reply {
  return { body: { filler: 'x'.repeat(bytes) } }
}
