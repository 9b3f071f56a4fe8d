/** What the person is told about asking a server for log messages. */
import type { SessionState } from '../../../shared/servers/session-state'

type LevelWords = {
  readonly label: string
  /** A whole sentence: how the server is asked. */
  readonly meaning: string
  /** A whole sentence: why it cannot be asked. */
  readonly refusal?: string
}

export function levelWords(name: string, state: SessionState): LevelWords {
  const usual = {
    label: 'Ask the server for',
    meaning: 'The server is asked once, with logging/setLevel, and again after each restart.'
  }
  if (state.phase !== 'ready') {
    return { ...usual, refusal: `${name} is not open, so it cannot be asked for a level.` }
  }
  if (!('logging' in state.capabilities)) {
    return { ...usual, refusal: `${name} does not declare logging, so it takes no level.` }
  }
  if (state.era !== 'modern') return usual
  return {
    label: 'Ask, with each request, for',
    meaning: 'This server keeps nothing between requests, so the level is sent with each of them.'
  }
}
