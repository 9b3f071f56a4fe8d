/** Puts side by side what the challenge, both documents, our request and the token say. */
import type {
  AuthDifference,
  DecodedToken,
  DifferenceSource
} from '../../shared/sign-in/auth-debug'
import type { Challenge } from '../auth/challenge'
import type { Discovery } from '../auth/discovery'
import { quoted } from './finding'
import { audiencesOf, isFor, missingScopes } from './judge-token'

export type Compared = {
  readonly challenge?: Challenge | undefined
  readonly discovery?: Discovery | undefined
  readonly resource?: string | undefined
  readonly scope?: string | undefined
  readonly iss?: string | undefined
  readonly grantedScope?: string | undefined
  readonly hasRefreshToken?: boolean
  readonly token?: DecodedToken | undefined
}

type Values = Readonly<Partial<Record<DifferenceSource, string | undefined>>>

export function differencesIn(compared: Compared): readonly AuthDifference[] {
  const { challenge, discovery, resource, scope, iss, grantedScope, token } = compared
  const { resourceMetadata, metadata } = discovery ?? {}
  return [
    row(
      'Scopes',
      {
        challenge: challenge?.scope,
        'resource metadata': listed(resourceMetadata?.scopes_supported),
        'server metadata': listed(metadata?.scopes_supported),
        'asked for': scope,
        token: text(token?.claims['scope']) ?? grantedScope
      },
      scopeFault(compared)
    ),
    row(
      'Resource',
      {
        'resource metadata': resourceMetadata?.resource,
        'asked for': resource,
        token: token && listed(audiencesOf(token))
      },
      token && resource !== undefined && audiencesOf(token).length > 0 && !isFor(token, resource)
        ? 'The token is for another resource than was asked for.'
        : undefined
    ),
    row(
      'Issuer',
      {
        'resource metadata': listed(resourceMetadata?.authorization_servers),
        'server metadata': metadata?.issuer,
        'back from the browser': iss,
        token: text(token?.claims['iss'])
      },
      issuerFault(compared)
    ),
    row('Resource metadata at', { challenge: challenge?.resourceMetadataUrl }),
    row('Authorization endpoint', { 'server metadata': metadata?.authorization_endpoint }),
    row('Token endpoint', { 'server metadata': metadata?.token_endpoint }),
    row('Registration endpoint', {
      'server metadata': text(metadata?.registration_endpoint)
    })
  ].filter(({ values }) => Object.keys(values).length > 0)
}

function row(name: string, values: Values, fault?: string): AuthDifference {
  const known = Object.entries(values).flatMap(([source, value]) =>
    value === undefined || value === '' ? [] : [[source, quoted(value)]]
  )
  return {
    name,
    values: Object.fromEntries(known) as AuthDifference['values'],
    ...(fault !== undefined && { fault })
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listed(texts: readonly string[] | undefined): string | undefined {
  return texts?.join(' ')
}

/**
 * Only what was asked for and not granted: neither the challenge nor the request has to keep to the
 * scopes that the documents list.
 */
function scopeFault({ scope, grantedScope, hasRefreshToken }: Compared): string | undefined {
  const [missing] = missingScopes(grantedScope, scope, hasRefreshToken === true)
  return missing === undefined ? undefined : `The token lacks ${quoted(missing)}.`
}

function issuerFault({ discovery, iss, token }: Compared): string | undefined {
  const issuer = discovery?.metadata?.issuer
  const named = discovery?.resourceMetadata?.authorization_servers
  if (issuer === undefined) return undefined
  if (named && !named.includes(issuer)) return 'The two documents name different issuers.'
  if (iss !== undefined && iss !== issuer) return 'Your browser came back from another issuer.'
  const said = text(token?.claims['iss'])
  return said === undefined || said === issuer ? undefined : 'The token is from another issuer.'
}
