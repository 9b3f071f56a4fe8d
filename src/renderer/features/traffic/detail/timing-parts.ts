/** How the time of an answer was spent, in parts that follow each other. */
import type { Timing } from '../../../../shared/traffic/traffic'

export type TimingPart = {
  readonly kind: 'queued' | 'waiting' | 'receiving'
  readonly word: string
  readonly ms: number
}

/** A part that the transport cannot tell from the next is in the next. */
export function partsOf({ sentMs, firstByteMs, doneMs }: Timing): readonly TimingPart[] {
  const sent = Math.min(sentMs ?? 0, doneMs)
  const began = Math.min(Math.max(firstByteMs ?? doneMs, sent), doneMs)
  return [
    ...(sentMs === undefined ? [] : [part('queued', 'Queued', sent)]),
    part('waiting', sentMs === undefined ? 'Until the first byte' : 'Waiting', began - sent),
    ...(firstByteMs === undefined ? [] : [part('receiving', 'Receiving', doneMs - began)])
  ]
}

function part(kind: TimingPart['kind'], word: string, ms: number): TimingPart {
  return { kind, word, ms }
}
