import { describe, expect, it } from 'vitest'
import type { AuthRequest } from '../auth/auth-client'
import { decodeToken } from './decode-token'
import { editedRequest, fieldsOf } from './paused-request'

const request: AuthRequest = {
  method: 'POST',
  url: new URL('https://auth.example.com/token?tenant=a'),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'Basic c2VjcmV0'
  },
  body: 'grant_type=authorization_code&code=hush&resource=https%3A%2F%2Fmcp.example.com'
}

describe('a request that waits', () => {
  it('is shown by its fields, and what is secret is not', () => {
    expect(fieldsOf(request).map(({ place, name, value }) => `${place} ${name}=${value}`)).toEqual([
      'path path=/token',
      'query tenant=a',
      'header content-type=application/x-www-form-urlencoded',
      'header authorization=•••',
      'form grant_type=authorization_code',
      'form code=•••',
      'form resource=https://mcp.example.com'
    ])
  })

  it('hides the headers that come from the definition', () => {
    const own = { ...request, headers: { 'x-gateway': 'hush' } }
    const header = fieldsOf(own, new Set(['x-gateway'])).find(({ place }) => place === 'header')
    expect(header).toEqual({ place: 'header', name: 'x-gateway', value: '•••', isSecret: true })
  })

  it('changes only what was edited', () => {
    const { url, headers, body } = editedRequest(request, [
      { place: 'path', name: 'path', value: '/other' },
      { place: 'query', name: 'tenant' },
      { place: 'header', name: 'X-Tenant', value: 'b' },
      { place: 'form', name: 'resource' }
    ])
    expect({ url: url.href, headers, body }).toEqual({
      url: 'https://auth.example.com/other',
      headers: { ...request.headers, 'x-tenant': 'b' },
      body: 'grant_type=authorization_code&code=hush'
    })
  })

  it.each(['//evil.example/x', 'https://evil.example/x', '\\\\evil.example'])(
    'stays with its origin: %s',
    (value) => {
      const { url } = editedRequest(request, [{ place: 'path', name: 'path', value }])
      expect(url.origin).toBe('https://auth.example.com')
    }
  )

  it.each(['host', 'Content-Length', 'transfer-encoding'])('keeps the header %s', (name) => {
    const edit = { place: 'header', name, value: '1' } as const
    expect(() => editedRequest(request, [edit])).toThrow(/sets the header/)
  })
})

describe('a token', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('is read without its signature', () => {
    const token = `${part({ alg: 'ES256' })}.${part({ aud: 'a' })}.c2lnbmF0dXJl`
    expect(decodeToken(token)).toEqual({ header: { alg: 'ES256' }, claims: { aud: 'a' } })
  })

  it.each(['opaque', 'a.b', 'a.b.c', 'a.b.c.d.e', `${part([])}.${part({})}.x`, '..', ''])(
    'is opaque where it is no JWT: %j',
    (token) => expect(decodeToken(token)).toBeUndefined()
  )
})
