import { assertNever } from '../../../shared/errors'
import type { Blame, SessionState } from '../../../shared/session-state'

/** A state as a person reads it. The glyph never stands without the word. */
export function describeState(state: SessionState): { glyph: string; word: string; tone: string } {
  switch (state.phase) {
    case 'idle':
      return { glyph: '○', word: 'closed', tone: 'quiet' }
    case 'starting':
      return { glyph: '◌', word: 'starting', tone: 'busy' }
    case 'ready':
      return { glyph: '●', word: 'ready', tone: 'good' }
    case 'closing':
      return { glyph: '◌', word: 'closing', tone: 'busy' }
    case 'failed':
      return { glyph: '✕', word: 'failed', tone: 'bad' }
    default:
      return assertNever(state)
  }
}

export function describeBlame(blame: Blame): string {
  switch (blame) {
    case 'server':
      return 'The server did this.'
    case 'transport':
      return 'The way to the server did this.'
    case 'protocol':
      return 'The two sides did not agree on the protocol.'
    case 'patchbay':
      return 'Patchbay did this.'
    default:
      return assertNever(blame)
  }
}
