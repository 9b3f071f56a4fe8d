/** What the authorization debugger calls its steps, mistakes and verdicts. */
import type { AuthDebugStepId, AuthMistake, AuthVerdict } from './auth-debug'
import type { AuthBlame } from './sign-in'

type Words = { readonly title: string; readonly about: string }

export const STEP_WORDS: Readonly<Record<AuthDebugStepId, Words>> = {
  'first-request': {
    title: 'Request without a token',
    about: 'Patchbay asks the server as if there were nothing to sign in to.'
  },
  challenge: {
    title: 'Challenge',
    about: 'The refusal of the server says where to find out how to sign in.'
  },
  'resource-metadata': {
    title: 'Resource metadata',
    about: 'A document about the server names its authorization server.'
  },
  'server-metadata': {
    title: 'Authorization server metadata',
    about: 'A document about the authorization server names its addresses and abilities.'
  },
  client: {
    title: 'Client registration',
    about: 'Patchbay becomes a client that the authorization server knows.'
  },
  authorization: {
    title: 'Authorization page',
    about: 'Your browser opens the page on which you allow or deny access.'
  },
  return: {
    title: 'What came back',
    about: 'Your browser returns to Patchbay with a code or a refusal.'
  },
  token: { title: 'Token', about: 'Patchbay exchanges what it has for an access token.' },
  'token-content': {
    title: 'Token looked at',
    about: 'Patchbay reads the token on this machine and compares it with what was asked for.'
  },
  request: {
    title: 'Request with the token',
    about: 'The same request as at the beginning, now with the token.'
  },
  refresh: { title: 'Refresh', about: 'Patchbay exchanges the refresh token for a new token.' },
  mistake: { title: 'Reaction', about: 'How the other side reacted to the mistake, judged.' }
}

export const MISTAKE_WORDS: Readonly<Record<AuthMistake, Words>> = {
  'no-pkce': { title: 'No PKCE', about: 'The page is asked for without a code challenge.' },
  'plain-pkce': {
    title: 'Plain PKCE',
    about: 'The code challenge is the verifier itself instead of its hash.'
  },
  'wrong-iss': {
    title: 'Wrong iss',
    about: 'Your browser seems to come back from another authorization server. Tests Patchbay.'
  },
  'wrong-redirect': {
    title: 'Wrong redirect',
    about: 'The page is asked to lead back to an address that the client has not registered.'
  },
  'reused-code': { title: 'Reused code', about: 'The same code is exchanged a second time.' },
  'foreign-token': {
    title: 'Foreign token',
    about: 'The server gets a made-up token, and one that is for another resource.'
  },
  'missing-resource': {
    title: 'Missing resource',
    about: 'Nobody says which server the token is for.'
  }
}

export const VERDICT_MARKS: Readonly<
  Record<AuthVerdict, { readonly glyph: string; readonly word: string }>
> = {
  waiting: { glyph: '○', word: 'waiting' },
  running: { glyph: '◐', word: 'running' },
  ok: { glyph: '✓', word: 'ok' },
  remark: { glyph: 'i', word: 'remark' },
  wrong: { glyph: '!', word: 'wrong' },
  failed: { glyph: '✕', word: 'failed' },
  skipped: { glyph: '–', word: 'skipped' }
}

export const BLAME_WORDS: Readonly<Record<AuthBlame, string>> = {
  server: 'the server',
  'authorization-server': 'the authorization server',
  definition: 'the definition',
  you: 'you',
  patchbay: 'Patchbay'
}
