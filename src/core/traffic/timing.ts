/** How the time of an answer was spent, as far as the transport can tell. All times are monotonic. */
import type { Timing } from '../../shared/traffic/traffic'

/** A frame of ours, from when it is made until it has left. */
export type Departure = { leftAt?: number }

/** A frame of the server. */
export type Arrival = { readonly firstByteAt?: number; readonly doneAt: number }

type Asked = { readonly madeAt: number; readonly departure?: Departure | undefined }

/** What began before the request was made says nothing about it. */
export function timingOf({ madeAt, departure }: Asked, { firstByteAt, doneAt }: Arrival): Timing {
  const timing: { -readonly [Key in keyof Timing]: Timing[Key] } = {
    doneMs: Math.max(0, doneAt - madeAt)
  }
  if (departure?.leftAt !== undefined) timing.sentMs = departure.leftAt - madeAt
  if (firstByteAt !== undefined && firstByteAt >= madeAt) timing.firstByteMs = firstByteAt - madeAt
  return timing
}
