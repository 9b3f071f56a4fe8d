import { describe, expect, it } from 'vitest'
import {
  describeChallenge,
  isTlsError,
  networkFailure,
  retryAfterMs,
  statusFailure
} from './http-failure'

const NOW = Date.parse('2026-07-28T12:00:00Z')
const URL_OF_SERVER = new URL('https://example.test/mcp')

function error(more: object): Error {
  return Object.assign(new Error('it broke'), more)
}

describe('HTTP failures', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['-3', 0],
    ['1.5', 1_500],
    ['Tue, 28 Jul 2026 12:01:00 GMT', 60_000],
    ['Tue, 28 Jul 2026 11:00:00 GMT', 0],
    ['99999999999', 99_999_999_999_000],
    ['Infinity', undefined],
    ['NaN', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined]
  ])('reads Retry-After %j as %j ms', (value, expected) => {
    expect(retryAfterMs(value, NOW)).toBe(expected)
  })

  it.each([
    ['ENOTFOUND', true],
    ['EAI_AGAIN', true],
    ['ECONNREFUSED', true],
    ['EHOSTUNREACH', true],
    ['ENETUNREACH', true],
    ['ECONNRESET', false],
    ['EPIPE', false],
    ['ETIMEDOUT', false]
  ])('knows of %s whether anything can have been sent', (code, isUnsent) => {
    const syscall = ['ENOTFOUND', 'EAI_AGAIN'].includes(code) ? 'getaddrinfo' : 'connect'
    const failure = networkFailure(error({ code, syscall }), URL_OF_SERVER)
    expect(failure).toMatchObject({ class: 'network', code, isUnsent })
    expect(failure.message).toContain('example.test')
  })

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
    'does not take %s for unsent when it is met after the connection was made',
    (code) => {
      const failures = [{ code, syscall: 'read' }, { code, syscall: 'write' }, { code }].map(
        (more) => networkFailure(error(more), URL_OF_SERVER)
      )
      expect(failures.map(({ isUnsent }) => isUnsent)).toEqual([false, false, false])
    }
  )

  it('knows of a host with several addresses that none of them was reached', () => {
    const code = 'ECONNREFUSED'
    const each = [error({ code, syscall: 'connect' }), error({ code, syscall: 'connect' })]
    const all = Object.assign(new AggregateError(each), { code })
    expect(networkFailure(all, URL_OF_SERVER).isUnsent).toBe(true)
  })

  it('tells trouble with certificates from other trouble', () => {
    const codes = [
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT'
    ]
    const more = ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_SSL_X']
    expect([...codes, ...more, 'ECONNRESET', undefined].map(isTlsError)).toEqual([
      ...Array<boolean>(6).fill(true),
      false,
      false
    ])
  })

  it('takes from a challenge only what helps', () => {
    const value = 'Bearer realm="https://x", error="insufficient_scope", scope="files:read"'
    expect([describeChallenge(value), describeChallenge('Basic'), describeChallenge('')]).toEqual([
      'Bearer (error insufficient_scope, scope files:read)',
      'Basic',
      undefined
    ])
  })

  it('tell a token that is refused from one that is missing', () => {
    const refuse = (challenge: string) =>
      statusFailure({ status: 401, headers: { 'www-authenticate': challenge }, text: '', now: 0 })
    const refused = refuse('Bearer error="invalid_token"')
    expect(refused.message).toMatch(/^The server does not accept the token \(401\)\./)
    expect(refused.next).toContain('change the token in the definition')
    const missing = refuse('Bearer scope="a"')
    expect(missing.message).toMatch(/^The server wants a sign-in or a token \(401\)\./)
    expect(missing.next).toBeUndefined()
  })
})
