import { assertNever } from '../../../shared/protocol/errors'
import type {
  ServerScope,
  ServerSummary,
  Standing,
  WritableScope
} from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import type { SignInState } from '../../../shared/sign-in/sign-in'
import { describeState } from './session-words'

export type Words = { readonly glyph: string; readonly word: string; readonly tone: string }

/** Why a server cannot be opened, as a person reads it. The glyph never stands without the word. */
export function describeStanding(standing: Exclude<Standing, { kind: 'usable' }>): Words {
  switch (standing.kind) {
    case 'untrusted':
      return { glyph: '◇', word: standing.isChanged ? 'changed' : 'not trusted', tone: 'busy' }
    case 'refused':
      return { glyph: '⊘', word: 'refused', tone: 'bad' }
    case 'disabled':
      return { glyph: '–', word: 'disabled', tone: 'quiet' }
    case 'shadowed':
      return { glyph: '↷', word: `shadowed by ${standing.by}`, tone: 'quiet' }
    case 'invalid':
      return { glyph: '!', word: 'cannot be read', tone: 'bad' }
    default:
      return assertNever(standing)
  }
}

/** What a server that does nothing is told by is its standing; otherwise what it does. */
export function describeServer(
  { standing }: ServerSummary,
  state: SessionState,
  signIn: SignInState = { phase: 'unknown' }
): Words {
  const isResting = state.phase === 'idle' || state.phase === 'failed'
  if (isResting && standing.kind !== 'usable') return describeStanding(standing)
  const words = describeUnsigned(state, signIn) ?? describeState(state)
  // It goes on though another server of its name counts now, and looks like that one.
  return standing.kind === 'shadowed' && !isResting
    ? { ...words, word: `shadowed · ${state.phase === 'ready' ? 'open' : words.word}` }
    : words
}

/** A server that only wants you to sign in has not failed, and neither has a sign-in that you stop. */
function describeUnsigned(state: SessionState, signIn: SignInState): Words | undefined {
  if (state.phase !== 'failed' || state.tier === 'patchbay') return undefined
  if (signIn.phase === 'under-way') return { glyph: '◌', word: 'signing in', tone: 'busy' }
  const isNeeded =
    signIn.phase === 'needed' || (signIn.phase === 'failed' && signIn.blame === 'you')
  return isNeeded ? { glyph: '!', word: 'sign-in needed', tone: 'busy' } : undefined
}

/** Those that take no part: they are listed, but not in the way. */
export function isDimmed({ kind }: Standing): boolean {
  return kind === 'disabled' || kind === 'shadowed'
}

/** Opening asks for trust by itself; what else is in the way has to go first. */
export function canBeOpened({ kind }: Standing): boolean {
  return kind === 'usable' || kind === 'untrusted' || kind === 'refused'
}

export function needsTrust({ kind }: Standing): boolean {
  return kind === 'untrusted' || kind === 'refused'
}

export function isWritable(scope: ServerScope): scope is WritableScope {
  return scope === 'local' || scope === 'project' || scope === 'user'
}
