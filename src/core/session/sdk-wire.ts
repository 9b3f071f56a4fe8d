/**
 * The wire as the SDK sees it. Its requests get numbers of ours and the same leniency as all others;
 * what it never has to see, such as answers to our own requests, does not reach it.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Outcome } from '../../shared/call'
import { isObject } from '../../shared/json'
import { isRpcId } from '../../shared/json-rpc'
import type { RequestOptions, RpcPeer } from './rpc-peer'

export class SdkWire implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  constructor(
    private readonly wire: Transport,
    private readonly peer: RpcPeer,
    private readonly options: RequestOptions
  ) {}

  start(): Promise<void> {
    return this.wire.start()
  }

  close(): Promise<void> {
    return this.wire.close()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message) || !isRpcId(message.id)) {
      return this.wire.send(message)
    }
    const { id, method, params } = message
    const outcome = await this.peer.request(method, params ?? {}, this.options)
    if (outcome.kind === 'result') {
      const result = isObject(outcome.result) ? outcome.result : {}
      this.onmessage?.({ jsonrpc: '2.0', id, result })
    } else if (outcome.kind === 'error') {
      this.onmessage?.({ jsonrpc: '2.0', id, error: outcome.error })
    } else {
      throw new UnansweredError(outcome)
    }
  }
}

type Unanswered = Exclude<Outcome, { kind: 'result' | 'error' }>

/** There was no answer, for the reason in `outcome`. */
export class UnansweredError extends Error {
  constructor(readonly outcome: Unanswered) {
    super(outcome.kind)
  }
}
