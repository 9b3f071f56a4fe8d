/** What the authorization debugger calls its steps, mistakes and verdicts. */
import type { AuthDebugStepId, AuthMistake, AuthVerdict } from './auth-debug'
import type { AuthBlame } from './sign-in'

type Words = { readonly title: string; readonly about: string }

export const STEP_WORDS: Readonly<Record<AuthDebugStepId, Words>> = {
  'first-request': {
    title: 'Request without a token',
    about: 'Patchbay sends the first request of a session, as if nobody had to sign in.'
  },
  challenge: {
    title: 'Challenge',
    about:
      'The server’s refusal (the header WWW-Authenticate) says where to find out how to sign in.'
  },
  'resource-metadata': {
    title: 'Resource metadata',
    about: 'A document about the server names its authorization server: the site you sign in to.'
  },
  'server-metadata': {
    title: 'Authorization server metadata',
    about: 'A document about the authorization server names its addresses and what it can do.'
  },
  client: {
    title: 'Client registration',
    about: 'The authorization server has to know Patchbay (as a client) before you can sign in.'
  },
  authorization: {
    title: 'Authorization page',
    about: 'Your browser opens the page on which you allow or deny access.'
  },
  return: {
    title: 'Back from the browser',
    about: 'Your browser returns to Patchbay with a code or a refusal.'
  },
  token: {
    title: 'Token',
    about: 'Patchbay exchanges the code, or its own credentials, for an access token.'
  },
  'token-content': {
    title: 'Contents of the token',
    about: 'Patchbay reads the token on this machine and compares it with what was asked for.'
  },
  request: {
    title: 'Request with the token',
    about: 'The same request as at the beginning, now with the token.'
  },
  refresh: {
    title: 'Refresh',
    about: 'Patchbay exchanges the refresh token for a new access token.'
  },
  mistake: { title: 'Reaction', about: 'How the other side reacted to the mistake, judged.' }
}

export const MISTAKE_WORDS: Readonly<Record<AuthMistake, Words>> = {
  'no-pkce': {
    title: 'No PKCE',
    about: 'The request leaves out the code challenge, which protects the code on its way back.'
  },
  'plain-pkce': {
    title: 'Plain PKCE',
    about: 'The code challenge is sent in the clear (plain) instead of as a hash (S256).'
  },
  'wrong-iss': {
    title: 'Wrong iss',
    about:
      'Your browser seems to come back from another authorization server (iss). This one tests Patchbay.'
  },
  'wrong-redirect': {
    title: 'Wrong redirect',
    about: 'The page is asked to send your browser to an address that nobody has registered.'
  },
  'reused-code': {
    title: 'Reused code',
    about: 'Patchbay exchanges the same code for a token a second time.'
  },
  'foreign-token': {
    title: 'Foreign token',
    about: 'The server gets a made-up token, and then a real one that is for another server.'
  },
  'missing-resource': {
    title: 'Missing resource',
    about: 'The requests leave out which server the token is for (resource).'
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
