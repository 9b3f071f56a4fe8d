import { assertNever } from '../../../shared/protocol/errors'
import type { HistoryRow } from './history-rows'

/** How a call ended. The glyph never stands without the word. */
export function describeEnding({
  ending,
  hasFindings
}: Pick<HistoryRow, 'ending' | 'hasFindings'>): {
  readonly glyph: string
  readonly word: string
  readonly tone: 'good' | 'doubtful' | 'bad' | 'busy' | 'quiet'
} {
  switch (ending) {
    case 'ok':
      return hasFindings
        ? { glyph: '!', word: 'ok, with findings', tone: 'doubtful' }
        : { glyph: '✓', word: 'ok', tone: 'good' }
    case 'tool-error':
      return { glyph: '✕', word: 'tool error', tone: 'bad' }
    case 'error':
      return { glyph: '✕', word: 'protocol error', tone: 'bad' }
    case 'timeout':
      return { glyph: '◔', word: 'timed out', tone: 'bad' }
    case 'cancelled':
      return { glyph: '⊘', word: 'cancelled', tone: 'quiet' }
    case 'connection-lost':
      return { glyph: '↯', word: 'connection lost', tone: 'bad' }
    case 'not-an-answer':
      return { glyph: '✕', word: 'not an answer', tone: 'bad' }
    case 'running':
      return { glyph: '◌', word: 'running', tone: 'busy' }
    default:
      return assertNever(ending)
  }
}
