/** Who Patchbay is to an authorization server that allows several ways, and one that allows none. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ClientRegistration, OAuthAccess } from '../../shared/servers/server-access'
import type { OddOptions } from './fakes/fake-authorization-server'
import { bench, endBenches } from './sign-in-bench'

afterEach(endBenches)

const DOCUMENT = 'https://client.example/about.json'

/** Lets in whoever is known, has a document, or registers. */
const EVERY_WAY: OddOptions = {
  authorization: {
    isLenient: true,
    clients: [{ client_id: 'known', token_endpoint_auth_method: 'none' }],
    clientDocuments: { [DOCUMENT]: {} }
  }
}
const BOTH: OAuthAccess = { clientId: 'known', clientMetadataUrl: DOCUMENT }

describe('where there are several ways, the client', () => {
  it.each<[ClientRegistration, ClientRegistration]>([
    ['auto', 'preregistered'],
    ['preregistered', 'preregistered'],
    ['document', 'document'],
    ['dynamic', 'dynamic']
  ])('is with %s: %s', async (registration, clientSource) => {
    const it = await bench(EVERY_WAY, { ...BOTH, registration })
    await it.signIn()
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { clientSource } })
    expect(it.odd.asked('registration')).toHaveLength(clientSource === 'dynamic' ? 1 : 0)
  })

  it('has a document before it registers', async () => {
    const it = await bench(EVERY_WAY, { clientMetadataUrl: DOCUMENT })
    await it.signIn()
    expect(it.state).toMatchObject({ facts: { clientSource: 'document', clientId: DOCUMENT } })
  })
})

describe('where a way is forced that is not possible, nobody registers and no browser opens:', () => {
  it.each<[string, OAuthAccess, Readonly<Record<string, unknown>>, string]>([
    ['no client id', { registration: 'preregistered' }, {}, '"oauth.clientId"'],
    ['no address of a document', { registration: 'document' }, {}, '"oauth.clientMetadataUrl"'],
    [
      'no documents there',
      { registration: 'document', clientMetadataUrl: DOCUMENT },
      { client_id_metadata_document_supported: false },
      'does not say that it accepts client id metadata documents'
    ],
    [
      'no registration there',
      { ...BOTH, registration: 'dynamic' },
      { registration_endpoint: undefined },
      'does not let clients register themselves'
    ],
    [
      'nothing at all',
      {},
      { registration_endpoint: undefined },
      'does not let clients register themselves'
    ]
  ])('%s', async (_what, oauth, metadata, sentence) => {
    const it = await bench({ authorization: { metadata } }, oauth)
    await expect(it.signIn()).rejects.toThrow(sentence)
    expect([it.opened, it.odd.asked('registration'), it.state.phase]).toEqual([[], [], 'failed'])
  })
})
