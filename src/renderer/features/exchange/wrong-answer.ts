import type { WireFailure } from '../../../shared/protocol/failure'

/** What came over HTTP in place of an answer, in a word. */
export function wrongAnswerWord({ status }: WireFailure): string {
  return status !== undefined && status >= 300 ? `HTTP ${status}` : 'Not an answer'
}
