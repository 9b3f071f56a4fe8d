/** How Patchbay proves at a token endpoint that it is the client it says it is. */
import type { OAuthClientInformationMixed, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { OAuthAccess } from '../../shared/servers/server-access'
import { AuthError } from './auth-error'
import { loadSdk } from './sdk'

export type AddClientAuthentication = NonNullable<OAuthClientProvider['addClientAuthentication']>

const DEFAULT_ALGORITHM = 'ES256'

/** Undefined where the metadata of the authorization server and the registration decide. */
export async function clientAuthentication(
  oauth: OAuthAccess,
  information: OAuthClientInformationMixed
): Promise<AddClientAuthentication | undefined> {
  const { privateKey, algorithm = DEFAULT_ALGORITHM } = oauth
  const method = oauth.clientAuth ?? (privateKey === undefined ? undefined : 'private-key-jwt')
  const { client_id: id, client_secret: secret = '' } = information
  switch (method) {
    case undefined:
      return undefined
    case 'private-key-jwt': {
      if (privateKey === undefined) throw missingKey()
      const sdk = await loadSdk()
      return sdk.createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey, alg: algorithm })
    }
    case 'basic':
      return (headers) => {
        const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
        headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
      }
    case 'post':
      return (_headers, params) => {
        params.set('client_id', id)
        if (secret !== '') params.set('client_secret', secret)
      }
    case 'none':
      return (_headers, params) => params.set('client_id', id)
  }
}

function missingKey(): AuthError {
  const message = '"oauth.privateKey" is missing, and private-key-jwt signs with it.'
  return new AuthError(message, 'definition')
}
