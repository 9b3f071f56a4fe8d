/** Gets one thing wrong on purpose: changes requests, pages and answers on their way. */
import { randomBytes } from 'node:crypto'
import type { AuthMistake } from '../../shared/sign-in/auth-debug'
import type { AuthRequest } from '../auth/auth-client'
import type { CallbackAnswer } from '../auth/callback'

export type Tampering = {
  readonly request: (request: AuthRequest) => AuthRequest
  readonly page: (url: URL) => URL
  readonly answer: (answer: CallbackAnswer) => CallbackAnswer
}

/** The names are reserved (RFC 2606), so nobody has them. */
export const FOREIGN_RESOURCE = 'https://example.com/another-mcp-server'
export const FOREIGN_ISSUER = 'https://another-issuer.example'
export const MADE_UP_TOKEN = 'made-up-by-patchbay-to-be-refused'
/** The path of a redirect that no client has registered. */
export const FOREIGN_PATH = '/not-registered'

const NOTHING: Tampering = {
  request: (request) => request,
  page: (url) => url,
  answer: (answer) => answer
}

const VERIFIER_BYTES = 32

export function tamperingFor(mistake: AuthMistake | undefined): Tampering {
  switch (mistake) {
    case 'no-pkce':
      return {
        ...NOTHING,
        page: (url) =>
          withQuery(url, { code_challenge: undefined, code_challenge_method: undefined }),
        request: (request) => withForm(request, 'code_verifier', undefined)
      }
    case 'plain-pkce': {
      const verifier = randomBytes(VERIFIER_BYTES).toString('base64url')
      return {
        ...NOTHING,
        page: (url) => withQuery(url, { code_challenge: verifier, code_challenge_method: 'plain' }),
        request: (request) => withForm(request, 'code_verifier', verifier)
      }
    }
    case 'wrong-iss':
      return { ...NOTHING, answer: (answer) => ({ ...answer, iss: FOREIGN_ISSUER }) }
    case 'foreign-token':
      return {
        ...NOTHING,
        page: (url) => withQuery(url, { resource: FOREIGN_RESOURCE }),
        request: (request) => withForm(request, 'resource', FOREIGN_RESOURCE)
      }
    case 'missing-resource':
      return {
        ...NOTHING,
        page: (url) => withQuery(url, { resource: undefined }),
        request: (request) => withForm(request, 'resource', undefined)
      }
    case 'wrong-redirect':
    case 'reused-code':
    case undefined:
      return NOTHING
  }
}

function withQuery(url: URL, changes: Readonly<Record<string, string | undefined>>): URL {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
  }
  return changed
}

/** Only requests that have the field are changed: others are no business of the mistake. */
function withForm(request: AuthRequest, name: string, value: string | undefined): AuthRequest {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const form = new URLSearchParams(request.body ?? '')
  if (isForm !== true || !form.has(name)) return request
  if (value === undefined) form.delete(name)
  else form.set(name, value)
  return { ...request, body: form.toString() }
}
