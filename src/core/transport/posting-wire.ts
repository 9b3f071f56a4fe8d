/** For transports that hear elsewhere: each message is a POST, whose response may be an answer too. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isRpcId, type RpcId } from '../../shared/json-rpc'
import { readBody } from './http-body'
import type { HttpReply } from './http-client'
import { LATE } from './http-failure'
import { HttpWire, isFrameText, isJsonType } from './http-wire'
import { WireError, type SendOptions } from './wire'

/** What is no request has no deadline of its own. */
const POST_WAIT_MS = 30_000
const CONTENT = { 'content-type': 'application/json', accept: 'application/json, text/plain, */*' }

export abstract class PostingWire extends HttpWire {
  protected async postTo(url: URL, message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const { raw } = this.record(message)
    const isRequest = 'method' in message && 'id' in message && isRpcId(message.id)
    const id = isRequest ? message.id : undefined
    try {
      await this.post(url, raw, id, options)
    } catch (error) {
      if (id !== undefined && error instanceof WireError) this.tap.abandon(id, error.message)
      throw error
    }
  }

  private async post(
    url: URL,
    raw: string,
    id: RpcId | undefined,
    options?: SendOptions
  ): Promise<void> {
    const headers = { ...CONTENT, ...options?.headers }
    const exchange = this.http.exchange({ method: 'POST', url, headers, body: raw })
    // An answer may be the body of the response, and takes its time.
    const stopWaiting =
      id === undefined ? this.clock.after(POST_WAIT_MS, () => exchange.abort(LATE)) : undefined
    const reply = await exchange.reply.finally(() => stopWaiting?.())
    this.lastHeardAt = this.clock.monotonic()
    if (reply.status >= 400) return void (await this.takeRefusal(reply, id))
    const taken = this.takeBody(reply)
    if (id !== undefined) await taken
  }

  /** Most servers say no more than that they have accepted it; what is a frame is heard. */
  private async takeBody({ contentType, incoming }: HttpReply): Promise<void> {
    const { text, bytes, violations } = await readBody(incoming, this.options.frameLimitBytes)
    if (this.isOver || !isJsonType(contentType) || !isFrameText(text)) return
    this.receive(text, bytes, violations)
  }
}
