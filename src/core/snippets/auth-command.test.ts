import { expect, it } from 'vitest'
import { authCommand } from './auth-command'

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
