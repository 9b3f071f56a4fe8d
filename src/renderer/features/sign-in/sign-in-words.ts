/** What happens in a sign-in, in words. */
import type {
  AuthBlame,
  AuthStep,
  AuthStepId,
  ClientSource,
  SignInFacts
} from '../../../shared/sign-in'

export const STEP_WORDS: Readonly<Record<AuthStepId, string>> = {
  challenge: 'What the server asks for',
  'resource-metadata': 'Metadata of the server',
  'server-metadata': 'Metadata of the authorization server',
  client: 'Who Patchbay is there',
  authorization: 'Your decision in the browser',
  token: 'Tokens',
  request: 'First request with the token'
}

export const STEP_MARKS: Readonly<
  Record<AuthStep['state'], { readonly glyph: string; readonly word: string }>
> = {
  running: { glyph: '◌', word: 'Now' },
  done: { glyph: '✓', word: 'Done' },
  failed: { glyph: '✕', word: 'Failed' },
  skipped: { glyph: '–', word: 'Known' }
}

/** Who has to act. */
export const BLAME_WORDS: Readonly<Record<AuthBlame, string>> = {
  server: 'The server did this.',
  'authorization-server': 'The authorization server did this.',
  definition: 'The definition of the server is the cause.',
  you: 'You are not signed in.',
  patchbay: 'Patchbay did this.'
}

const CLIENT_WORDS: Readonly<Record<ClientSource, string>> = {
  preregistered: 'Named in the definition.',
  document: 'Described by the document at this address.',
  dynamic: 'Registered by Patchbay itself.'
}

export function clientWords({ clientSource }: SignInFacts): string {
  return CLIENT_WORDS[clientSource]
}

/** Of a time that comes: minutes matter only while there are few of them. */
export function leftWords(seconds: number): string {
  if (seconds <= 0) return 'expired'
  if (seconds < 60) return `in ${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `in ${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `in ${hours} h ${minutes % 60} min`
  return `in ${Math.floor(hours / 24)} days`
}

export function keptWords({ isKept, whyNotKept, grant }: SignInFacts): string {
  if (isKept) return 'in the keyring of the system, encrypted'
  return grant === 'authorization-code'
    ? `for this run only. ${whyNotKept ?? ''}`.trim()
    : 'for this run only: Patchbay gets them again without you'
}
