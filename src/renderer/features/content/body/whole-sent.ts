import type { Call } from '../../../../shared/calls/call-contract'
import type { CallId } from '../../../../shared/protocol/ids'
import { fromJson } from '../../../../shared/json/json'
import { readText } from './use-body-text'

/** What was sent with a call. */
export type WholeSent = Pick<Call, 'arguments' | 'meta'>

/** All that was sent with a call, brought here piece by piece. */
export async function wholeSent(callId: CallId): Promise<WholeSent> {
  const place = { ref: { callId, isSent: true }, pointer: '' } as const
  const { text } = await readText(place, '', Infinity, true)
  return fromJson(text) as WholeSent
}
