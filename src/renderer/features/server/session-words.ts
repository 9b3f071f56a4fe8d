import { assertNever } from '../../../shared/protocol/errors'
import type { Blame, Era, SessionState, Tier } from '../../../shared/servers/session-state'
import { seconds } from '../../ui/text/format'

const NOT_REACHABLE = 'not reachable'

/** How a server is spoken to; `title` where that was found out. */
export function describeTransport(
  transport: string,
  state: SessionState
): { word: string; title?: string } {
  const found = state.phase === 'ready' ? state.foundTransport : undefined
  if (found === undefined) return { word: transport }
  return { word: found === 'sse' ? 'sse' : 'http', title: 'found automatically' }
}

/** A state as a person reads it. The glyph never stands without the word. */
export function describeState(state: SessionState): { glyph: string; word: string; tone: string } {
  switch (state.phase) {
    case 'idle':
      return { glyph: '○', word: 'closed', tone: 'quiet' }
    case 'starting':
      return { glyph: '◌', word: 'starting', tone: 'busy' }
    case 'ready':
      return { glyph: '●', word: 'ready', tone: 'good' }
    case 'waiting':
      return state.blame === 'network'
        ? { glyph: '◔', word: NOT_REACHABLE, tone: 'bad' }
        : { glyph: '◔', word: 'waiting', tone: 'busy' }
    case 'closing':
      return { glyph: '◌', word: 'closing', tone: 'busy' }
    case 'failed':
      return { glyph: '✕', word: state.blame === 'network' ? NOT_REACHABLE : 'failed', tone: 'bad' }
    default:
      return assertNever(state)
  }
}

/** When a server that broke is opened again by itself. */
export function describeWait(secondsLeft: number): string {
  return secondsLeft === 0 ? 'opens again now' : `opens again in ${seconds(secondsLeft)}`
}

/** The kind of conversation; `meaning` is a whole sentence. */
export function describeEra(era: Era): { word: string; meaning: string } {
  switch (era) {
    case 'legacy':
      return { word: 'legacy', meaning: 'The session began with a handshake, initialize.' }
    case 'modern':
      return {
        word: 'modern',
        meaning: 'There is no session on the wire: every request says what it needs to say.'
      }
    case 'bare':
      return {
        word: 'no handshake',
        meaning:
          'The server takes part in no handshake but answers requests, so what it can do is not declared: Patchbay asks for every list and shows what comes.'
      }
    default:
      return assertNever(era)
  }
}

export function describeBlame(blame: Blame): string {
  switch (blame) {
    case 'server':
      return 'The server did this.'
    case 'network':
      return 'The connection to the server is the cause.'
    case 'definition':
      return 'The definition of the server is the cause.'
    case 'patchbay':
      return 'Patchbay did this.'
    case 'person':
      return 'You did this.'
    default:
      return assertNever(blame)
  }
}

/** Where something went wrong, in a word. */
export function describeTier(tier: Tier): string {
  switch (tier) {
    case 'transport':
    case 'protocol':
      return tier
    case 'application':
      return 'tool'
    case 'patchbay':
      return 'Patchbay'
    default:
      return assertNever(tier)
  }
}
