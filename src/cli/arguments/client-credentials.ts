/**
 * Who we are to a server when nobody can sign in, as in CI: a client with a secret or a key, given on
 * the line or by variables. It holds for one run, whatever the definition says.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { messageOf } from '../../shared/protocol/errors'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition, ServerDefinition } from '../../shared/servers/server-config'
import { wrongUsage } from '../output/usage'

export type ClientOptions = {
  readonly id?: string
  readonly secret?: string
  /** The path of a private key in PEM. */
  readonly keyFile?: string
}

export type ClientSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly warn: (message: string) => void
  /** Must not be shown anywhere from now on. */
  readonly hide: (values: readonly string[]) => void
}

type Proof = Pick<OAuthAccess, 'clientSecret' | 'privateKey' | 'algorithm' | 'clientAuth'>

const PEM = '-----BEGIN '

export function withClient(
  definition: ServerDefinition,
  written: ClientOptions | undefined,
  { env, warn, hide }: ClientSurroundings
): ServerDefinition {
  if (definition.transport === 'stdio') {
    if (!written) return definition
    throw wrongUsage(`${definition.name} is a process, so there is no client to sign in.`)
  }
  const id = written?.id ?? given(env, 'PATCHBAY_CLIENT_ID')
  const proof = proofOf(written, env, definition)
  if (!written && id === undefined && !proof) return definition
  if (written?.secret !== undefined) warn(SEEN_BY_OTHERS)
  const { oauth } = definition.access ?? {}
  const clientId = id ?? oauth?.clientId
  if (clientId === undefined) {
    throw wrongUsage('A client needs an id: give --client-id, or set PATCHBAY_CLIENT_ID.')
  }
  const known = proof ?? ownProof(oauth)
  if (!known) {
    throw wrongUsage(
      'A client needs a secret or a key: set PATCHBAY_CLIENT_SECRET, or give --client-key.'
    )
  }
  hide([known.clientSecret, known.privateKey].filter((value) => value !== undefined))
  const {
    clientSecret: _secret,
    privateKey: _key,
    algorithm: _alg,
    clientAuth: _auth,
    ...rest
  } = oauth ?? {}
  // A token in a header would go before the one that we are about to get.
  const { auth, ...others } = definition.access ?? {}
  return {
    ...definition,
    access: {
      ...others,
      ...(auth?.inInitialize === true && { auth }),
      oauth: {
        ...rest,
        grant: 'client-credentials',
        registration: 'preregistered',
        clientId,
        ...known
      }
    }
  }
}

const SEEN_BY_OTHERS =
  'Other programs on this machine can see --client-secret while this command runs. Set PATCHBAY_CLIENT_SECRET instead.'

/** What is written goes before variables. */
function proofOf(
  written: ClientOptions | undefined,
  env: ClientSurroundings['env'],
  { access }: RemoteDefinition
): Proof | undefined {
  const bySecret = (clientSecret: string): Proof => {
    const method = access?.oauth?.clientAuth
    return {
      clientSecret,
      ...((method === 'basic' || method === 'post') && { clientAuth: method })
    }
  }
  if (written?.secret !== undefined) return bySecret(written.secret)
  if (written?.keyFile !== undefined) return byKey('--client-key', written.keyFile)
  const key = given(env, 'PATCHBAY_CLIENT_KEY')
  const secret = given(env, 'PATCHBAY_CLIENT_SECRET')
  if (key !== undefined && secret !== undefined) {
    throw wrongUsage('Set PATCHBAY_CLIENT_SECRET or PATCHBAY_CLIENT_KEY, not both.')
  }
  if (key !== undefined) return byKey('PATCHBAY_CLIENT_KEY', key)
  return secret === undefined ? undefined : bySecret(secret)
}

/** Of the definition, where only the id is another. */
function ownProof({ clientSecret, privateKey, algorithm, clientAuth }: OAuthAccess = {}):
  Proof | undefined {
  if (clientSecret === undefined && privateKey === undefined) return undefined
  return {
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(algorithm !== undefined && { algorithm }),
    ...(clientAuth !== undefined && { clientAuth })
  }
}

/** A path; CI keeps texts, so the variable may hold the key itself. */
function byKey(where: string, text: string): Proof {
  const key = keyIn(where, text.trimStart().startsWith(PEM) ? text : fileText(where, text))
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey, algorithm: algorithmOf(where, key), clientAuth: 'private-key-jwt' }
}

function fileText(where: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw wrongUsage(`${where} ${path} cannot be read: ${messageOf(error)}`)
  }
}

function keyIn(where: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // The words of the library could hold a part of the key.
    throw wrongUsage(`${where} has to be a private key in PEM, without a passphrase.`)
  }
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512'
}

function algorithmOf(where: string, key: KeyObject): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa') return 'RS256'
  if (type === 'ed25519') return 'EdDSA'
  const algorithm = type === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined
  if (algorithm !== undefined) return algorithm
  throw wrongUsage(`${where} has to be an RSA key, an Ed25519 key, or one of a curve of NIST.`)
}

function given(env: ClientSurroundings['env'], name: string): string | undefined {
  const value = env[name]
  return value === '' ? undefined : value
}
