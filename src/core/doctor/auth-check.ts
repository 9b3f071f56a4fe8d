/** Whether the server lets us in, with what, and what it wants if not. */
import type { IncomingHttpHeaders } from 'node:http'
import { SIGNATURE_HEADER } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { Attempt, Credentials } from '../http/credentials'
import { describeChallenge } from '../http/http-failure'
import { failed, ok, type Verdict } from './check-list'

const CREDENTIAL = /^(authorization|cookie|proxy-authorization)$|key|token|secret|auth|password/i

export type Refused = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** What an attempt says of us: headers of the definition, by name only, and a sign-in. */
export async function namesSent(
  definition: RemoteDefinition,
  signIn: Credentials | undefined,
  attempt: Attempt
): Promise<readonly string[]> {
  const signedIn = await signIn?.headersFor(attempt)
  const own = credentialsSent(definition)
  return signedIn?.['authorization'] === undefined ? own : [...own, 'your sign-in']
}

/** Those of the definition. */
export function credentialsSent({ headers, access }: RemoteDefinition): readonly string[] {
  const { auth, signing } = access ?? {}
  const names = Object.keys(headers).filter((name) => CREDENTIAL.test(name))
  const token = auth && (auth.inInitialize === true ? 'a token in initialize' : 'Authorization')
  return [
    ...names,
    ...(token === undefined || names.includes(token) ? [] : [token]),
    ...(signing ? [signing.signatureHeader ?? SIGNATURE_HEADER] : [])
  ]
}

export function authVerdict(
  credentials: readonly string[],
  refused: Refused | undefined,
  signIn: readonly string[],
  canSignIn = false
): Verdict {
  const sent = credentials.join(' and ')
  if (!refused) {
    return ok(
      sent === '' ? 'It lets us in without credentials.' : `It lets us in; we send ${sent}.`
    )
  }
  const { status, headers } = refused
  const challenge = describeChallenge(headers['www-authenticate'])
  const wants =
    challenge === undefined ? ' It does not say what it wants.' : ` It asks for ${challenge}.`
  const where = signIn.length === 0 ? '' : ` You sign in at ${signIn.slice(0, 3).join(', ')}.`
  const detail = `It ${status === 401 ? 'wants a sign-in or a token' : 'does not allow this'} (${status}).${wants}${where}`
  if (sent === '') {
    const scheme = challenge?.split(' ')[0] ?? 'Bearer'
    const first = canSignIn ? 'Sign in to the server, or add' : 'Add'
    return failed(
      `${detail} No credentials are in the definition.`,
      status === 401
        ? `${first} the header Authorization (${scheme}) to the definition, with a token or key from whoever runs the server.`
        : 'Add the header with the credentials that the server wants to the definition, or check that this machine may reach it.'
    )
  }
  return failed(
    `${detail} We send ${sent}.`,
    status === 401
      ? `Check the value of ${sent}: it may have expired, lack its scheme (such as Bearer), or belong to another server.`
      : `Whoever ${sent} stands for may not do this: give it the rights (scopes) that the server wants.`
  )
}
