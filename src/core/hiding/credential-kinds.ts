/** By what a definition says who asks: names and kinds, never a value. */
import { SIGNATURE_HEADER } from '../../shared/servers/server-access'
import type { CredentialKind, ServerDefinition } from '../../shared/servers/server-config'
import { isSecretName } from '../references/secret-values'

export function credentialsIn(definition: ServerDefinition): readonly CredentialKind[] {
  const { auth, oauth, signing } = definition.access ?? {}
  const { grant = 'authorization-code' } = oauth ?? {}
  const headers = definition.transport === 'stdio' ? [] : Object.keys(definition.headers)
  return [
    ...(auth ? [{ kind: 'token', place: placeOf(auth.inInitialize) } as const] : []),
    ...headers.flatMap(inHeader),
    ...(grant === 'authorization-code' ? [] : [{ kind: 'grant', grant } as const]),
    ...(signing
      ? [{ kind: 'signature', header: signing.signatureHeader ?? SIGNATURE_HEADER } as const]
      : [])
  ]
}

function placeOf(inInitialize = false): 'initialize' | 'header' {
  return inInitialize ? 'initialize' : 'header'
}

function inHeader(header: string): readonly CredentialKind[] {
  if (header.toLowerCase() === 'authorization') return [{ kind: 'token', place: 'header' }]
  return isSecretName(header) ? [{ kind: 'key', header }] : []
}
