/** A person who signs in whenever a server of the suite wants it, and grants what it asks for. */
import { mkdtempSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { SignIns } from '../../src/core/auth/sign-ins'
import { SignInStore } from '../../src/core/auth/sign-in-store'
import { systemClock } from '../../src/core/time/clock'
import type { SecretCipher } from '../../src/core/secrets/secrets'
import type { TrafficLog } from '../../src/core/traffic/traffic-log'
import type { OAuthAccess } from '../../src/shared/servers/server-access'
import { PLAIN_NETWORKS } from '../../src/core/network/networks'

type Context = Readonly<Record<string, string | undefined>>

/** The suite lasts for one run, and so does what it lets us keep. */
const NOWHERE: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'none',
  explanation: () => '',
  encrypt: () => Promise.reject(new Error('Nothing is kept.')),
  decrypt: () => Promise.reject(new Error('Nothing is kept.'))
}

export function signInsFor(log: TrafficLog): SignIns {
  const file = join(mkdtempSync(join(tmpdir(), 'patchbay-conformance-')), 'sign-ins.json')
  return new SignIns({
    networks: PLAIN_NETWORKS,
    log,
    clock: systemClock,
    store: new SignInStore(file, NOWHERE, systemClock),
    hide: () => undefined,
    openPage: async (url) => void visit(url).catch(() => undefined), // the sign-in tells what went wrong
    confirmIssuer: async () => true,
    askForScopes: async () => true
  })
}

/** The pages of the suite redirect at once, as a page does on which somebody agrees. */
async function visit(url: string): Promise<void> {
  const [page] = (await once(get(url), 'response')) as [IncomingMessage]
  page.resume()
  if (page.headers.location === undefined) throw new Error(`The page answers ${page.statusCode}.`)
  const [back] = (await once(get(page.headers.location), 'response')) as [IncomingMessage]
  back.resume()
}

/** What a person would write into the definition for a scenario. */
export function oauthFor(scenario: string, context: Context): OAuthAccess | undefined {
  const { client_id: clientId, client_secret: clientSecret } = context
  const registered = {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret })
  }
  switch (scenario) {
    case 'auth/basic-cimd':
      return { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }
    case 'auth/pre-registration':
      return registered
    case 'auth/client-credentials-basic':
      return { grant: 'client-credentials', ...registered }
    case 'auth/client-credentials-jwt':
      return {
        grant: 'client-credentials',
        ...registered,
        privateKey: context['private_key_pem'] ?? '',
        algorithm: context['signing_algorithm'] ?? ''
      }
    case 'auth/enterprise-managed-authorization':
      return {
        grant: 'enterprise',
        ...registered,
        enterprise: {
          tokenUrl: context['idp_token_endpoint'] ?? '',
          clientId: context['idp_client_id'] ?? '',
          idToken: context['idp_id_token'] ?? ''
        }
      }
    case 'auth/dpop':
    case 'auth/dpop-nonce':
      return { dpop: true, ...registered }
    case 'auth/wif-jwt-bearer':
      return { grant: 'workload', assertion: context['valid_jwt'] ?? '' }
    default:
      return undefined
  }
}
