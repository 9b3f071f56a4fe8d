import { describe, expect, it } from 'vitest'
import { describeChallenge, isTlsError, networkFailure, retryAfterMs } from './http-failure'

const NOW = Date.parse('2026-07-28T12:00:00Z')
const URL_OF_SERVER = new URL('https://example.test/mcp')

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
    const failure = networkFailure(Object.assign(new Error('it broke'), { code }), URL_OF_SERVER)
    expect(failure).toMatchObject({ class: 'network', code, isUnsent })
    expect(failure.message).toContain('example.test')
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
})
