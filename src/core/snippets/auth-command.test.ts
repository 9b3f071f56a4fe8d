import { expect, it } from 'vitest'
import { authCommand } from './auth-command'
import { remoteOf } from './snippet-testing'

it('repeats a request for metadata, without what is hidden or set by curl itself', () => {
  const raw = `GET https://as.test/.well-known/x?a='b'
accept: application/json
mcp-protocol-version: 2025-11-25
authorization: •••
user-agent: patchbay`
  expect(authCommand(raw)).toBe(
    [
      `curl -sS 'https://as.test/.well-known/x?a='\\''b'\\'''`,
      `-H 'accept: application/json'`,
      `-H 'mcp-protocol-version: 2025-11-25'`
    ].join(' \\\n  ')
  )
})

it('refuses what cannot be repeated', () => {
  expect(() => authCommand('POST https://as.test/token')).toThrow('Only a GET')
  expect(() => authCommand('GET https://as.test/?code=•••')).toThrow('hidden')
})

it('goes the way of the server, and shows its certificate to nobody else', () => {
  const tls = { ca: '/ca.pem', cert: '/c.pem', key: '/k.pem' }
  const server = remoteOf({ access: { proxy: 'http://p.test:1', tls } })
  expect(authCommand('GET https://as.test/x', server)).toBe(
    'curl -sS -x http://p.test:1 --cacert /ca.pem https://as.test/x'
  )
  expect(authCommand('GET https://example.test/x', server)).toContain('--cert /c.pem')
})
