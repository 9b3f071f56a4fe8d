import type { CallReport } from '../../../shared/call'
import type { CallId } from '../../../shared/ids'
import { readText } from './use-body-text'

/** What was sent with a call. */
export type WholeSent = Pick<CallReport, 'arguments' | 'meta'>

/** All that was sent with a call, brought here piece by piece. */
export async function wholeSent(callId: CallId): Promise<WholeSent> {
  const place = { ref: { callId, isSent: true }, pointer: '' } as const
  const { text } = await readText(place, '', Infinity, true)
  return JSON.parse(text) as WholeSent
}

/** The call as it was made: of what is large, the window has only the beginning. */
export async function withWholeSent<Call extends CallReport>(call: Call): Promise<Call> {
  if (call.hasLargeArguments !== true) return call
  return { ...call, ...(await wholeSent(call.id)), hasLargeArguments: false }
}
