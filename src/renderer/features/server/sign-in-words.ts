/** What happens in a sign-in, in words. */
import type {
  AuthBlame,
  AuthStep,
  AuthStepId,
  ClientSource,
  SignInFacts,
  SignInState
} from '../../../shared/sign-in/sign-in'

type StepMark = { readonly glyph: string; readonly word: string }

type FailedSignIn = Extract<SignInState, { phase: 'failed' }>

export const STEP_WORDS: Readonly<Record<AuthStepId, string>> = {
  challenge: 'What the server asks for',
  'resource-metadata': 'Find the authorization server (resource metadata)',
  'server-metadata': 'Read what the authorization server offers (its metadata)',
  client: 'Register Patchbay there as a client',
  authorization: 'Your decision in the browser',
  token: 'Get the tokens',
  request: 'First request with the token'
}

const STEP_MARKS: Readonly<Record<AuthStep['state'], StepMark>> = {
  running: { glyph: '◌', word: 'Now' },
  done: { glyph: '✓', word: 'Done' },
  failed: { glyph: '✕', word: 'Failed' },
  skipped: { glyph: '–', word: 'Known' }
}

/** What you stopped or denied yourself has not failed. */
const STOPPED: StepMark = { glyph: '–', word: 'Stopped' }

export function markOf({ state, blame }: AuthStep): StepMark {
  return state === 'failed' && blame === 'you' ? STOPPED : STEP_MARKS[state]
}

/** Whose doing it was. What you did yourself, the headline says. */
const BLAME_WORDS: Readonly<Record<Exclude<AuthBlame, 'you'>, string>> = {
  server: 'The server caused this.',
  'authorization-server': 'The authorization server caused this.',
  definition: 'The definition of the server is the cause.',
  patchbay: 'Patchbay caused this.'
}

/** Whose doing it was, where it stopped, and whether you can still use the server. */
export function failureWords({ blame, steps, facts }: FailedSignIn): string {
  const failed = steps.find(({ state }) => state === 'failed')
  return [
    ...(blame === 'you' ? [] : [BLAME_WORDS[blame]]),
    ...(failed ? [`It stopped at the step “${STEP_WORDS[failed.id]}”.`] : []),
    facts ? 'You are still signed in as before.' : 'You are not signed in.'
  ].join(' ')
}

const CLIENT_WORDS: Readonly<Record<ClientSource, string>> = {
  preregistered: 'What Patchbay is called there: named in the definition.',
  document: 'What Patchbay is called there: described by the document at this address.',
  dynamic: 'What Patchbay is called there. Registered by Patchbay itself.',
  asked: 'What Patchbay is called there: a client that you registered.'
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
