import { isToolError } from '../../../../shared/calls/call'
import type { Call } from '../../../../shared/calls/call-contract'
import { wrongAnswerWord } from '../../exchange/wrong-answer'

/** What became of a call, in a word. A tool that failed is not a protocol that failed. */
export function verdictOf(
  { outcome, waiting }: Pick<Call, 'outcome' | 'waiting'>,
  hasFindings: boolean
): { word: string; tone: string } {
  if (!outcome) return { word: waiting ? 'Waiting' : 'Running', tone: 'busy' }
  switch (outcome.kind) {
    case 'result':
      return resultVerdict(isToolError(outcome.result), hasFindings)
    case 'held':
      return resultVerdict(outcome.isToolError, hasFindings)
    case 'error':
      return { word: 'Protocol error', tone: 'bad' }
    case 'timeout':
      return { word: 'Timed out', tone: 'bad' }
    case 'cancelled':
      return { word: 'Cancelled', tone: 'quiet' }
    case 'connection-lost':
      return { word: 'Connection lost', tone: 'bad' }
    case 'not-an-answer':
      return { word: wrongAnswerWord(outcome.failure), tone: 'bad' }
  }
}

function resultVerdict(hasFailed: boolean, hasFindings: boolean): { word: string; tone: string } {
  if (hasFailed) return { word: 'Tool error', tone: 'bad' }
  return hasFindings
    ? { word: 'Result, with findings', tone: 'doubtful' }
    : { word: 'Result', tone: 'good' }
}
