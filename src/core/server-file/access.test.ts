import { describe, expect, it } from 'vitest'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { definitionOf, readEntry } from './entry'
import { definitionHash, linesOf } from '../trust/trust'
import { expandDefinition, flowsOf } from './variables'

const KNOWN = { id: ServerId.parse('s'), name: 's', scope: 'user' as const }

function definitionFrom(value: unknown): ServerDefinition {
  const read = readEntry(value)
  if ('faults' in read) throw new Error(read.faults.map(({ message }) => message).join(' '))
  const defined = definitionOf(read.entry, KNOWN)
  if ('faults' in defined) throw new Error(defined.faults.map(({ message }) => message).join(' '))
  return defined.definition
}

function faultsOf(value: unknown): readonly string[] {
  try {
    definitionFrom(value)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

const REMOTE = { url: 'https://mcp.example/' }

describe('the fields about access', () => {
  it('reach the definition, and their references are filled in', () => {
    const definition = definitionFrom({
      ...REMOTE,
      auth: { token: '${secret:TOKEN}' },
      oauth: { clientId: 'me', clientSecret: '${secret:CLIENT}', scopes: ['a', '${SCOPE}'] },
      signing: { secret: '${secret:HMAC}' },
      proxy: 'http://user:${secret:PROXY}@proxy.example:3128',
      tls: { ca: '/etc/ca.pem' }
    })
    const values: Readonly<Record<string, string>> = {
      TOKEN: 'token-value-1234',
      CLIENT: 'client-value-1234',
      HMAC: 'hmac-value-1234',
      PROXY: 'proxy-value-1234'
    }
    const expanded = expandDefinition(definition, {
      variable: () => 'read',
      secret: (name) => values[name],
      input: () => undefined
    })
    expect(expanded.definition.access).toEqual({
      auth: { token: 'token-value-1234' },
      oauth: { clientId: 'me', clientSecret: 'client-value-1234', scopes: ['a', 'read'] },
      signing: { secret: 'hmac-value-1234' },
      proxy: 'http://user:proxy-value-1234@proxy.example:3128',
      tls: { ca: '/etc/ca.pem' }
    })
    expect(expanded.values).toEqual(expect.arrayContaining(Object.values(values)))
  })

  it('hide literal secrets from now on, whatever they are called', () => {
    const definition = definitionFrom({
      ...REMOTE,
      auth: { token: 'plain-token-1' },
      oauth: { clientId: 'me', clientSecret: 'hunter-two-22' },
      signing: { secret: 'signing-key-77' }
    })
    const { values } = expandDefinition(definition, {
      variable: () => undefined,
      secret: () => undefined,
      input: () => undefined
    })
    expect(values).toEqual(
      expect.arrayContaining(['plain-token-1', 'hunter-two-22', 'signing-key-77'])
    )
  })

  it('tell where secrets go, and are shown before anything is trusted', () => {
    const definition = definitionFrom({
      ...REMOTE,
      oauth: { clientId: 'me', clientSecret: 'hunter-two-22', tokenUrl: 'https://as.example/t' },
      signing: { secret: '${secret:HMAC}' }
    })
    expect(flowsOf(definition)).toEqual([
      { kind: 'secret', name: 'HMAC', goesTo: 'the setting signing.secret', leaves: true }
    ])
    expect(linesOf(definition).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'address: https://mcp.example/',
      'transport: auto',
      'oauth.clientId: me',
      `oauth.clientSecret: ${HIDDEN_VALUE}`,
      'oauth.tokenUrl: https://as.example/t',
      'signing.secret: ${secret:HMAC}'
    ])
  })

  it('belong to what is trusted, and change nothing where there are none', () => {
    const plain = definitionFrom(REMOTE)
    const { access: _none, ...older } = { ...plain, access: undefined }
    expect(definitionHash(plain, 'f')).toBe(definitionHash(older as ServerDefinition, 'f'))
    const proxied = definitionFrom({ ...REMOTE, proxy: 'http://evil.example' })
    expect(definitionHash(proxied, 'f')).not.toBe(definitionHash(plain, 'f'))
  })

  it.each([
    [{ command: 'x', oauth: {} }, '"oauth" is for servers with an address'],
    [{ command: 'x', auth: { token: 't' } }, 'A command has no headers'],
    [{ ...REMOTE, auth: {} }, '"auth.token" has to be text.'],
    [
      { ...REMOTE, auth: { token: 't', inInitialize: true }, era: 'modern' },
      'The modern era has no initialize'
    ],
    [
      { ...REMOTE, auth: { token: 't' }, headers: { authorization: 'Bearer x' } },
      'both "auth.token" and the header Authorization'
    ],
    [{ ...REMOTE, oauth: { grant: 'workload' } }, '"oauth.assertion" is missing'],
    [{ ...REMOTE, oauth: { grant: 'client-credentials' } }, '"oauth.clientId" is missing'],
    [{ ...REMOTE, oauth: { registration: 'document' } }, '"oauth.clientMetadataUrl" is missing'],
    [{ ...REMOTE, oauth: { authorizationParams: { state: 'x' } } }, 'set by the protocol'],
    [{ ...REMOTE, oauth: { tokenUrl: 'file:///etc' } }, 'begins with https:// or http://'],
    [{ ...REMOTE, oauth: { omitResource: true, resource: 'x' } }, 'both "omitResource"'],
    [{ ...REMOTE, proxy: 'socks5://h' }, '"proxy" has to be system'],
    [{ ...REMOTE, tls: { cert: '/c.pem' } }, '"tls.key" is missing'],
    [{ ...REMOTE, tls: { pinned: 'abc' } }, 'SHA-256 fingerprint'],
    [{ ...REMOTE, signing: { secret: 's', signatureHeader: 'a b' } }, 'the name of a header'],
    [{ ...REMOTE, signing: { secret: 's', scheme: 'v9' } }, 'has to be one of simple, v1']
  ])('are refused with the reason: %j', (entry, sentence) => {
    expect(faultsOf(entry)).toEqual([expect.stringContaining(sentence)])
  })
})
