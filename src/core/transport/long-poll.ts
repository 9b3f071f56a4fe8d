/**
 * Speaks by POST and hears by asking again and again: `GET <url>?cursor=…` waits at the server until
 * there is something, and answers `{ "cursor": …, "messages": […] }`, or 204 when there is nothing.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isNumber } from '../../shared/json/exact-number'
import type { WireFailure } from '../../shared/protocol/failure'
import { isObject, parseJson } from '../../shared/json/json'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { sizeText, skipped } from '../framing/frame-limit'
import type { Body } from '../framing/http-body'
import { notAnAnswer, statusFailure } from '../http/http-failure'
import { closed, type TimedBody } from './http-wire'
import { jsonElements } from '../framing/json-elements'
import { longBatch, type LongBatch } from '../framing/long-batch'
import { PostingWire } from './posting-wire'
import { WireError, type SendOptions } from '../wire/wire'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
const MAX_FAILURES = 5
/** A server that does not wait is not asked more often than this. */
const QUIET_GAP_MS = 1_000

type Cursor = string | undefined

export class LongPollTransport extends PostingWire {
  private wake = (): void => {}

  async start(): Promise<void> {
    if (this.isShut) throw closed()
    void this.http // an address that cannot be used is known before anything is sent
    void this.poll() // it never rejects
  }

  async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (this.isShut) throw closed()
    await this.postTo(this.http.url, message, options)
  }

  async sendRaw(text: string, options?: SendOptions): Promise<TrafficEntry> {
    if (this.isShut) throw closed()
    return this.postRawTo(this.http.url, text, options)
  }

  protected override onFinish(): void {
    super.onFinish()
    this.wake()
  }

  private async poll(): Promise<void> {
    let cursor: Cursor
    let failures = 0
    while (!this.isShut) {
      const askedAt = this.clock.monotonic()
      try {
        const { cursor: next, count } = await this.askOnce(cursor)
        failures = 0
        // A cursor that moves is no news, and messages with one that does not move may be old ones.
        const isNews = count > 0 && (next === undefined || next !== cursor)
        cursor = next ?? cursor
        const tookMs = this.clock.monotonic() - askedAt
        if (!isNews && tookMs < QUIET_GAP_MS) await this.pause(QUIET_GAP_MS - tookMs)
      } catch (error) {
        if (this.isShut) return
        const failure = failureOf(error)
        if (failure.class === 'auth' || ++failures >= MAX_FAILURES) return this.fail(failure)
        const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS)
        this.tap.lifecycle(`Asking again in ${delayMs} ms: ${failure.message}`)
        await this.pause(delayMs)
      }
    }
  }

  /** The cursor to go on from, if there is one, and how many messages have come. */
  private async askOnce(cursor: Cursor): Promise<{ cursor?: Cursor; count: number }> {
    const url = new URL(this.http.url)
    if (cursor !== undefined) url.searchParams.set('cursor', cursor)
    const headers = { accept: 'application/json' }
    const background = 'while it works'
    const reply = await this.http.exchange({ method: 'GET', url, headers, background }).reply
    this.lastHeardAt = this.clock.monotonic()
    const { status, headers: said } = reply
    const body = await this.readTimed(reply, this.options.frameLimitBytes, this.endlessBytes)
    const { text, end } = body
    if (this.isOver) return { count: 0 }
    if (reply.isRefusal) {
      const now = this.clock.wall()
      const { credentials } = this.options
      throw new WireError(statusFailure({ status, headers: said, text, now, credentials }))
    }
    if (status === 204) return { count: 0 }
    const refuse = (why: string): WireError =>
      new WireError(notAnAnswer({ status, headers: said, text, why }))
    if (end === 'too long') {
      const long = longBatch(text, body.tail)
      // Without a cursor that moves, the same would come again.
      if (long.cursor === undefined || long.cursor === cursor) {
        throw refuse(`is longer than the limit of ${sizeText(this.options.frameLimitBytes)}`)
      }
      await this.hear(long.messages, body)
      this.skipRest(long, body)
      return { cursor: long.cursor, count: long.messages.length + 1 }
    }
    const batch = end === 'whole' ? batchOf(text) : undefined
    if (!batch) throw refuse('has no list of messages in it')
    await this.hear(batch.messages, body)
    return { cursor: batch.cursor, count: batch.messages.length }
  }

  private async hear(messages: readonly string[], { arrival, cameIn }: TimedBody): Promise<void> {
    for (const text of messages) {
      if (!this.isOver) this.receive({ text, bytes: Buffer.byteLength(text), arrival, cameIn })
      await (this.pauseReading() ?? this.room)
    }
  }

  /** The rest of a body that is too long is not read, and the request that it answers must not wait. */
  private skipRest({ rest: start, end }: LongBatch, { bytes, isPart, violations }: Body): void {
    if (this.isOver) return
    const lost = this.answeredBy(start, end)
    const long = { bytes, limitBytes: this.options.frameLimitBytes, start, isPart }
    const why = skipped(long, lost !== undefined)
    this.tap.noise(start, bytes, [...(violations ?? []), why], { repliesTo: lost })
    if (lost !== undefined) this.loseLong(lost, long)
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.clock.after(ms, resolve)
      this.wake = () => {
        stopTimer()
        resolve()
      }
    })
  }
}

/** Each message is the exact text that came. */
function batchOf(text: string): { cursor: Cursor; messages: readonly string[] } | undefined {
  const value = parseJson(text)
  if (!isObject(value) || !Array.isArray(value['messages'])) return undefined
  const { cursor } = value
  const isCursor = typeof cursor === 'string' || isNumber(cursor)
  return { cursor: isCursor ? String(cursor) : undefined, messages: jsonElements(text, 'messages') }
}

function failureOf(error: unknown): WireFailure {
  if (error instanceof WireError) return error.failure
  const message = error instanceof Error ? error.message : String(error)
  return { class: 'network', message, isUnsent: false }
}
