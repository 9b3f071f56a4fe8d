import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type Client,
  type StandardSchemaV1
} from '@modelcontextprotocol/client'
import type { Outcome } from '../../shared/call'
import { messageOf } from '../../shared/errors'

/** Sends one request and resolves with its result, exactly as the server sent it. */
export type Requester = (method: string, params: object, signal?: AbortSignal) => Promise<unknown>

/** Deadlines are ours, because the SDK's cannot be paused; its own only has to stay out of the way. */
export const NEVER_MS = 2 ** 31 - 1

/** Lets every result through: what does not fit a schema is shown, not refused. */
const asSent: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'patchbay', validate: (value) => ({ value }) }
}

export function requesterOf(client: Client): Requester {
  return (method, params, signal) =>
    client.request({ method, params: { ...params } }, asSent, {
      timeout: NEVER_MS,
      ...(signal && { signal })
    })
}

/** Turns what the SDK throws into the outcome it stands for. Never rejects. */
export async function outcomeOf(request: Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'result', result: await request }
  } catch (error) {
    if (ProtocolError.isInstance(error)) {
      const { code, message, data } = error
      return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } }
    }
    if (SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed) {
      return { kind: 'connection-lost', reason: 'The server ended before it answered.' }
    }
    return { kind: 'connection-lost', reason: messageOf(error) }
  }
}
