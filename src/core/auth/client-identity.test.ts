import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { AuthClient } from './auth-client'
import { clientDocument, identify, type ClientIdentity } from './client-identity'
import { startOddAuthorizationServer } from './fakes/fake-authorization-server'
import { PLAIN_NETWORKS } from '../network/networks'

const REDIRECT = 'http://127.0.0.1:4711/callback'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function identified(known: ClientIdentity, scope: string): Promise<ClientIdentity> {
  const odd = await startOddAuthorizationServer()
  ends.push(() => odd.close())
  const client = new AuthClient({
    network: PLAIN_NETWORKS.own,
    log: new TrafficLog(),
    serverId: ServerId.parse('server'),
    serverUrl: new URL(odd.url),
    clock: systemClock,
    hide: () => undefined
  })
  const { issuer } = odd.authorization
  return identify({
    oauth: {},
    discovery: { issuer },
    client,
    redirectUrl: REDIRECT,
    scope,
    known
  })
}

function registeredFor(scope?: string): ClientIdentity {
  return {
    information: { client_id: 'before', ...(scope !== undefined && { scope }) },
    source: 'dynamic',
    redirectUrl: REDIRECT
  }
}

describe('the document to publish', () => {
  const ID = 'https://client.example/about.json'

  it.each([
    [{}, 'http://127.0.0.1/callback'],
    [{ callbackPort: 8080 }, 'http://127.0.0.1:8080/callback'],
    [{ redirectUrl: 'http://localhost:8080/back' }, 'http://localhost:8080/back'],
    [{ callbackPort: 9, redirectUrl: 'http://[::1]:8080/back' }, 'http://[::1]:8080/back']
  ])('names the address that the browser comes back to with %j', (fields, redirectUrl) => {
    const document = JSON.parse(clientDocument({ clientMetadataUrl: ID, ...fields })) as object
    expect(document).toMatchObject({ client_id: ID, redirect_uris: [redirectUrl] })
  })
})

describe('a client that was registered before', () => {
  it.each([
    ['a b', 'b a'],
    ['a b', 'a'],
    [undefined, 'a b c']
  ])('is used again when it is for %s, and %s is wanted', async (registered, wanted) => {
    const known = registeredFor(registered)
    expect(await identified(known, wanted)).toBe(known)
  })

  it('gives way to a new one when more is wanted than it is for', async () => {
    const { source, information } = await identified(registeredFor('a'), 'a b')
    expect(source).toBe('dynamic')
    expect(information.client_id).not.toBe('before')
  })
})
