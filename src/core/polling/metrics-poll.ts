/**
 * Asks an open server for its own numbers, now and again, with the headers that it has for all
 * requests. Each question is a row in the traffic. What comes back is hostile until it is read.
 */
import { messageOf } from '../../shared/protocol/errors'
import { nearestNumber } from '../../shared/json/exact-number'
import { isObject, parseJson } from '../../shared/json/json'
import {
  REPORTED_FIELDS,
  type ReportedField,
  type ReportedMetrics
} from '../../shared/traffic/metrics'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { seconds, type Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { metricsAddress } from '../address/metrics-address'
import { composed, type Credentials } from '../http/credentials'
import type { Networks } from '../network/networks'
import { readBody } from '../framing/http-body'
import { HttpClient, type HttpReply } from '../http/http-client'
import { LATE, statusFailure } from '../http/http-failure'
import { preview } from '../text/preview'
import { ownCredentials } from '../http/own-credentials'
import { Tap } from '../wire/tap'
import type { TrafficLog } from '../traffic/traffic-log'

const EVERY_MS = 10_000
/** Less than that, so that one question is over when the next is asked. */
const PATIENCE_MS = 5_000
const LIMIT_BYTES = LIMITS.metricsBytes.most
const MOST_OTHERS = LIMITS.metricsNamed.most
const LONGEST_NAME = LIMITS.metricsNameChars.most
const LONGEST_TEXT = LIMITS.metricsTextChars.most

export type MetricsPollOptions = {
  /** As the server was opened with it; it says where the numbers are. */
  readonly definition: ServerDefinition
  readonly log: TrafficLog
  readonly clock: Clock
  readonly networks: Networks
  /** Of the sign-in, where there is one; they send nothing to another host. */
  readonly credentials?: Credentials | undefined
  readonly onReport: (reported: ReportedMetrics) => void
}

export class MetricsPoll {
  private readonly client?: HttpClient
  private readonly credentials?: Credentials | undefined
  private readonly problem?: string
  private stopTimer = (): void => {}
  private isOver = false

  constructor(private readonly options: MetricsPollOptions) {
    const { definition, log, clock } = options
    const address = metricsAddress(definition)
    if (!address) this.problem = 'The definition does not say where the server gives its numbers.'
    else if ('problem' in address) this.problem = address.problem
    else {
      const tap = new Tap(log, definition.id, clock, definition.transport)
      const isProcess = definition.transport === 'stdio'
      const headers = isProcess ? {} : definition.headers
      if (!isProcess) {
        this.credentials = composed(quiet(options.credentials), ownCredentials(definition, clock))
      }
      const network = options.networks.of(definition)
      this.client = new HttpClient(address.url, headers, tap, clock, network, this.credentials)
    }
  }

  /** Asks now, and every ten seconds from now on. */
  start(): void {
    const { client } = this
    if (!client) return this.report({ reason: this.problem ?? '' })
    this.stopTimer = this.options.clock.after(EVERY_MS, () => this.start())
    void this.ask(client).then((found) => this.report(found)) // never rejects
  }

  stop(): void {
    this.isOver = true
    this.stopTimer()
    this.client?.destroy()
  }

  private report(found: Found): void {
    if (this.isOver) return
    const time = this.options.clock.wall()
    this.options.onReport(
      'reason' in found ? { kind: 'failed', time, ...found } : { kind: 'numbers', time, ...found }
    )
  }

  private async ask(client: HttpClient): Promise<Found> {
    const headers = { accept: 'application/json' }
    const exchange = client.exchange({
      method: 'GET',
      url: client.url,
      headers,
      background: 'always'
    })
    let isLate = false
    const stopWaiting = this.options.clock.after(PATIENCE_MS, () => {
      isLate = true
      exchange.abort(LATE)
    })
    try {
      const found = await this.read(await exchange.reply)
      return isLate ? TOO_LATE : found
    } catch (error) {
      return isLate ? TOO_LATE : { reason: messageOf(error) }
    } finally {
      stopWaiting()
    }
  }

  private async read({ status, headers, incoming }: HttpReply): Promise<Found> {
    const { text, end } = await readBody(incoming, LIMIT_BYTES)
    if (status !== 200) {
      const now = this.options.clock.wall()
      const { credentials } = this
      return { reason: statusFailure({ status, headers, text, now, credentials }).message }
    }
    if (end === 'too long') {
      return { reason: `What the server gives for its numbers has more than ${LIMIT_BYTES} bytes.` }
    }
    if (end === 'cut') return { reason: 'The connection ended in the middle of the numbers.' }
    return reportedIn(text)
  }
}

/** Nobody is asked to sign in, or for more scopes, because of numbers. */
function quiet(given: Credentials | undefined): Credentials | undefined {
  return given && { headersFor: given.headersFor, answerRefusal: async () => false }
}

const TOO_LATE = { reason: `The server did not give its numbers within ${seconds(PATIENCE_MS)}.` }

type Found =
  | Pick<Extract<ReportedMetrics, { kind: 'numbers' }>, 'numbers' | 'others'>
  | { readonly reason: string }

/** Takes numbers that are written as text too; what is not known, or not a number, stays text. */
export function reportedIn(text: string): Found {
  const value = parseJson(text)
  if (!isObject(value)) {
    const said = preview(text)
    const starts = said === '' ? 'It is empty.' : `It starts with: ${said}`
    return { reason: `What the server gives for its numbers is not a JSON object. ${starts}` }
  }
  const numbers: Partial<Record<ReportedField, number>> = {}
  const others: { name: string; text: string }[] = []
  for (const [name, given] of Object.entries(value)) {
    const number = isReported(name) ? numberIn(given) : undefined
    if (isReported(name) && number !== undefined) numbers[name] = number
    else if (others.length < MOST_OTHERS) {
      others.push({ name: cut(name, LONGEST_NAME), text: cut(textOf(given), LONGEST_TEXT) })
    }
  }
  return { numbers, others }
}

function isReported(name: string): name is ReportedField {
  return (REPORTED_FIELDS as readonly string[]).includes(name)
}

function numberIn(given: unknown): number | undefined {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  const nearest = nearestNumber(number)
  return Number.isFinite(nearest) ? nearest : undefined
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given)
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
