import { describe, expect, it } from 'vitest'
import type { AuthDifference } from '../../shared/sign-in/auth-debug'
import type { Discovery } from '../auth/discovery'
import { differencesIn, type Compared } from './differences'

const ISSUER = 'https://as.example'
const RESOURCE = 'https://mcp.example/mcp'

function discovered(
  about: Partial<NonNullable<Discovery['resourceMetadata']>> = {},
  server: Partial<NonNullable<Discovery['metadata']>> = {}
): Discovery {
  return {
    issuer: ISSUER,
    resourceMetadata: { resource: RESOURCE, authorization_servers: [ISSUER], ...about },
    metadata: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      response_types_supported: ['code'],
      ...server
    }
  }
}

function token(claims: Readonly<Record<string, unknown>>) {
  return { header: { alg: 'ES256' }, claims }
}

function rowOf(name: string, compared: Compared): AuthDifference | undefined {
  return differencesIn(compared).find((row) => row.name === name)
}

function faultOf(name: string, compared: Compared): string | undefined {
  return rowOf(name, compared)?.fault
}

describe('the scopes of all sides', () => {
  it('stand beside each other', () => {
    const compared = {
      challenge: { status: 401, scope: 'read' },
      discovery: discovered({ scopes_supported: ['read', 'write'] }, { scopes_supported: ['all'] }),
      scope: 'read',
      grantedScope: 'read',
      token: token({ scope: 'read more' })
    }
    expect(rowOf('Scopes', compared)).toEqual({
      name: 'Scopes',
      values: {
        challenge: 'read',
        'resource metadata': 'read write',
        'server metadata': 'all',
        'asked for': 'read',
        token: 'read more'
      }
    })
  })

  it.each([
    ['read write', 'read', 'The token lacks write.'],
    ['read write', 'write read', undefined],
    ['read', 'read write', undefined],
    ['read', undefined, undefined],
    [undefined, 'read', undefined],
    ['read', '', 'The token lacks read.']
  ])(
    'conflict only where one that was asked for (%s) is not granted (%s)',
    (scope, grantedScope, fault) => {
      expect(faultOf('Scopes', { discovery: discovered(), scope, grantedScope })).toBe(fault)
    }
  )

  it('do not conflict where the challenge or the request leaves the documents', () => {
    const discovery = discovered({ scopes_supported: ['read'] }, { scopes_supported: ['read'] })
    const challenge = { status: 401, scope: 'write' }
    expect(faultOf('Scopes', { challenge, discovery, scope: 'write' })).toBeUndefined()
  })
})

describe('the resource', () => {
  it.each([
    [RESOURCE, undefined],
    [`${RESOURCE}/`, undefined],
    [['https://other.example', RESOURCE], undefined],
    [[], undefined],
    [undefined, undefined],
    ['https://other.example', 'The token is for another resource than was asked for.'],
    [`${RESOURCE}/below`, 'The token is for another resource than was asked for.']
  ])('conflicts where the token is for somebody else: %j', (aud, fault) => {
    const compared = { discovery: discovered(), resource: RESOURCE, token: token({ aud }) }
    expect(faultOf('Resource', compared)).toBe(fault)
  })

  it('does not conflict where none was asked for, or the token cannot be read', () => {
    const discovery = discovered()
    const elsewhere = token({ aud: 'https://other.example' })
    expect(faultOf('Resource', { discovery, token: elsewhere })).toBeUndefined()
    expect(faultOf('Resource', { discovery, resource: RESOURCE })).toBeUndefined()
  })
})

describe('the issuer', () => {
  it.each([
    [{}, {}, undefined, undefined],
    [{}, {}, ISSUER, undefined],
    [{ authorization_servers: ['https://x.example', ISSUER] }, {}, undefined, undefined],
    [{ authorization_servers: undefined }, {}, undefined, undefined],
    [{}, { issuer: `${ISSUER}/` }, undefined, 'The two documents name different issuers.'],
    [{}, {}, `${ISSUER}/`, 'The token is from another issuer.'],
    [{}, { issuer: 'https://x.example' }, ISSUER, 'The two documents name different issuers.']
  ])('is compared to the letter: %j, %j, token of %s', (about, server, iss, fault) => {
    const compared = {
      discovery: discovered(about, server),
      ...(iss !== undefined && { token: token({ iss }) })
    }
    expect(faultOf('Issuer', compared)).toBe(fault)
  })

  it('is the one that the browser comes back with', () => {
    const compared = { discovery: discovered(), iss: 'https://x.example' }
    const { values, fault } = rowOf('Issuer', compared) ?? {}
    expect([values?.['back from the browser'], fault]).toEqual([
      'https://x.example',
      'Your browser came back from another issuer.'
    ])
  })
})

it('what nobody says anything about has no row', () => {
  expect(differencesIn({})).toEqual([])
})
