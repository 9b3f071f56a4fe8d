/** From a frame to the one that it is paired with. */
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'

export type PairJump =
  | { readonly seq: number }
  /** A whole sentence for a person. */
  | { readonly why: string }

/** It is what an answer belongs to. */
export function isAsking({ kind, answers }: TrafficRow): boolean {
  return kind === 'request' || (kind === 'auth' && answers === undefined)
}

/** With pairs as one row the answer is in the row of its request. */
export function pairOf(row: TrafficRow, isPaired: boolean): PairJump {
  const { kind, answers, repeats, cancels, belongsTo } = row
  const request = answers ?? repeats ?? cancels ?? belongsTo
  if (request !== undefined) return { seq: request }
  switch (kind) {
    case 'request':
      return answerOf(row, isPaired)
    case 'auth':
      return row.origin === 'workbench' ? answerOf(row, isPaired) : NO_PAIR
    case 'result':
    case 'error':
      return { why: `Frame #${row.seq} answers no request that was recorded.` }
    case 'notification':
      return { why: 'A notification has no answer.' }
    case 'noise':
    case 'stderr':
    case 'lifecycle':
      return NO_PAIR
  }
}

const NO_PAIR: PairJump = { why: 'This is not a request or an answer, so it has no pair.' }

function answerOf({ ending }: TrafficRow, isPaired: boolean): PairJump {
  if (ending?.seq !== undefined) {
    return isPaired
      ? { why: `The answer, frame #${ending.seq}, is shown in the same row.` }
      : { seq: ending.seq }
  }
  if (ending?.kind === 'cancelled')
    return { why: 'The request was cancelled before an answer came.' }
  if (ending?.kind === 'abandoned') {
    return { why: 'The request was given up, or the session ended, before an answer came.' }
  }
  return { why: 'No answer has come yet.' }
}
