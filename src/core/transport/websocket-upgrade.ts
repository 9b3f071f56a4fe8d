/** The request that opens a WebSocket, written into the traffic like any other exchange of HTTP. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Clock } from '../time/clock'
import { recordedHead, type HeaderVeil } from '../http/http-head'
import type { Tap } from '../wire/tap'

/** An address of a page is taken for that of a socket at the same place. */
export function socketUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:') url.protocol = 'ws:'
  if (url?.protocol === 'https:') url.protocol = 'wss:'
  return url?.protocol === 'ws:' || url?.protocol === 'wss:' ? url : undefined
}

export type Around = {
  readonly tap: Tap
  readonly clock: Pick<Clock, 'monotonic'>
  readonly shown: HeaderVeil
}

export class UpgradeRecord {
  private readonly startedAt: number
  private headers: Record<string, string> = {}
  private isWritten = false

  constructor(
    private readonly url: URL,
    private readonly around: Around
  ) {
    this.startedAt = around.clock.monotonic()
  }

  /** Sends the request, with the headers that the library has added. */
  readonly send = (request: ClientRequest): void => {
    const all = Object.entries(request.getHeaders())
    this.headers = Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
    request.end()
  }

  /** Takes the response, or why there is none. What fails after a response is no exchange. */
  readonly end = (outcome: IncomingMessage | string): void => {
    if (this.isWritten) return
    this.isWritten = true
    const { url, headers, startedAt } = this
    const { tap, clock, shown } = this.around
    const tookMs = clock.monotonic() - startedAt
    const seen = { method: 'GET', url, headers, tookMs, outcome }
    const { text, raw, faults } = recordedHead(seen, shown)
    tap.lifecycle(text, raw, faults)
  }
}
