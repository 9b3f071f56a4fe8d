import { assertNever } from '../../../shared/errors'
import type {
  ServerScope,
  ServerSummary,
  Standing,
  WritableScope
} from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
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
export function describeServer({ standing }: ServerSummary, state: SessionState): Words {
  const isResting = state.phase === 'idle' || state.phase === 'failed'
  if (isResting && standing.kind !== 'usable') return describeStanding(standing)
  const words = describeState(state)
  // It goes on though another server of its name counts now, and looks like that one.
  return standing.kind === 'shadowed' && !isResting
    ? { ...words, word: `shadowed · ${state.phase === 'ready' ? 'open' : words.word}` }
    : words
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
