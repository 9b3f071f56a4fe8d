/** For transports that hear elsewhere: each message is a POST, whose response may be an answer too. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isObject, parseJson } from '../../shared/json/json'
import { isRpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'
import { Asked } from '../http/asked'
import { TRUNCATED, type Body } from '../framing/http-body'
import type { HttpExchange, HttpReply } from '../http/http-client'
import { LATE, notAnAnswer } from '../http/http-failure'
import { HttpWire, isFrame, isJsonType, type Aside, type Told } from './http-wire'
import type { Sighting } from '../wire/tap'
import { isAnswer, WireError, type Received, type SendOptions } from '../wire/wire'

/** What is no request has no deadline of its own. */
const POST_WAIT_MS = 30_000
const CONTENT = { 'content-type': 'application/json', accept: 'application/json, text/plain, */*' }
/** How servers say that they have taken what was posted. */
const ACCEPTANCE = /^"?(?:accepted|ok|okay|received|queued|success|done)[.!]?"?$/i

export abstract class PostingWire extends HttpWire {
  protected async postTo(url: URL, message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const headers = { ...CONTENT, ...options?.headers }
    if (isAnswer(message)) return this.postAnswer(url, headers, JSON.stringify(message), options)
    const { raw, sighting } = this.record(message, options)
    const exchange = this.post(url, headers, raw, sighting)
    const method = 'method' in message ? message.method : undefined
    if (method !== undefined && 'id' in message && isRpcId(message.id)) {
      return this.ask(new Asked(message.id, exchange, this.clock), method)
    }
    if (method === 'notifications/cancelled' && 'params' in message) {
      this.asked.drop(message.params?.['requestId'])
    }
    await this.tell(exchange)
  }

  protected postRawTo(url: URL, text: string, options?: SendOptions): Promise<TrafficEntry> {
    return this.postRaw(url, { ...CONTENT, ...options?.headers }, text)
  }

  /** An answer that is heard elsewhere ends the request that was posted. */
  protected override receive(frame: Received): Sighting {
    const sighting = super.receive(frame)
    this.asked.settle(sighting.shape)
    return sighting
  }

  protected async ask(asked: Asked, method: string): Promise<void> {
    this.noteAsked(asked, method)
    try {
      const reply = await asked.exchange.reply
      this.lastHeardAt = this.clock.monotonic()
      if (reply.isRefusal) await this.takeRefusal(reply, asked.id)
      else await this.takeBody(reply, asked)
    } catch (error) {
      if (this.asked.leave(asked) && error instanceof WireError) {
        this.tap.abandon(asked.id, error.message)
      }
      throw error
    } finally {
      asked.streamEnded()
    }
  }

  /** A message to which there is no answer, but for those to what is in a batch. */
  protected async tell(exchange: HttpExchange, aside: Aside = {}): Promise<Told> {
    const { raw, waitMs = POST_WAIT_MS } = aside
    const stopWaiting =
      raw?.kind === 'batch' ? () => undefined : this.clock.after(waitMs, () => exchange.abort(LATE))
    try {
      const reply = await exchange.reply
      this.lastHeardAt = this.clock.monotonic()
      if (reply.isRefusal) await this.takeRefusal(reply, undefined, raw !== undefined)
      return { read: this.takeBody(reply).finally(stopWaiting) } // rejects for requests only
    } catch (error) {
      stopWaiting()
      throw error
    }
  }

  /** Most servers say no more than that they have accepted it; what is a frame is heard. */
  private async takeBody(reply: HttpReply, asked?: Asked): Promise<void> {
    const { status, headers, contentType } = reply
    const body = await this.readPosted(reply)
    const { text, bytes } = body
    if (this.isOver || text.trim() === '') return
    if (body.end === 'too long') return this.takeLong(body, asked)
    const value = isJsonType(contentType) ? parseJson(text) : undefined
    const violations = this.violationsOf(body)
    if (isFrame(value) || isMeantAsAnswer(value)) {
      this.receive({ ...body, violations })
      // An answer that is none is for whoever asked to judge.
      if (asked && !isFrame(value)) this.asked.leave(asked)
      return
    }
    if (ACCEPTANCE.test(text.trim())) return
    const isRefused = asked && !asked.isOver && status !== 202 && !mayAccept(value)
    const request = isRefused ? { repliesTo: asked.id } : { streamOf: asked?.id }
    this.tap.noise(text, bytes, violations, { ...body, ...request })
    if (!isRefused) return
    const why = 'neither answers nor accepts the request'
    throw new WireError(notAnAnswer({ status, headers, text, why }))
  }

  private violationsOf({ end, violations = [] }: Body): readonly Violation[] {
    return end === 'cut' ? [...violations, TRUNCATED] : violations
  }
}

/** It names a request and has an outcome, but is not written as a frame has to be. */
function isMeantAsAnswer(value: unknown): boolean {
  return isObject(value) && isRpcId(value['id']) && ('result' in value || 'error' in value)
}

/** There are many ways to say yes; what speaks of an error is none of them. */
function mayAccept(value: unknown): boolean {
  if (!isObject(value)) return value !== false
  const { error, errors, ok, success, accepted } = value
  return !error && !errors && ![ok, success, accepted].includes(false) && !('jsonrpc' in value)
}
