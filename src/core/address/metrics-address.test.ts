import { describe, expect, it } from 'vitest'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { addressOf, processOf } from '../server-file/config-testing'
import { metricsAddress } from './metrics-address'

function found(definition: ServerDefinition, metricsUrl: string): string | undefined {
  const address = metricsAddress({ ...definition, metricsUrl })
  return address && 'url' in address ? address.url.href : undefined
}

describe('metricsAddress', () => {
  it('is nowhere when nothing is said', () => {
    expect(metricsAddress(processOf('x'))).toBeUndefined()
  })

  it.each([
    ['https://h.test/mcp', 'https://h.test/mcp/metrics', 'https://h.test/mcp/metrics'],
    ['https://h.test/mcp?k=v', '/mcp/metrics', 'https://h.test/mcp/metrics'],
    ['https://h.test:8443/a/mcp', 'metrics?all=1', 'https://h.test:8443/a/metrics?all=1'],
    ['ws://h.test:90/mcp', '/metrics', 'http://h.test:90/metrics'],
    ['wss://h.test/mcp', 'https://h.test/metrics', 'https://h.test/metrics']
  ])('of a server at %s may be %s', (url, metricsUrl, href) => {
    expect(found(addressOf(url), metricsUrl)).toBe(href)
  })

  it.each([
    ['https://h.test/mcp', 'https://other.test/metrics'],
    ['https://h.test/mcp', 'http://h.test/metrics'],
    ['https://h.test/mcp', 'https://h.test:444/metrics'],
    ['https://h.test/mcp', '//other.test/metrics'],
    ['https://h.test/mcp', '\\\\other.test\\metrics'],
    ['https://h.test/mcp', 'https://h.test@other.test/metrics'],
    ['https://h.test/mcp', 'http://127.0.0.1/metrics'],
    ['https://h.test/mcp', 'file:///etc/passwd'],
    ['https://h.test/mcp', 'javascript:alert(1)']
  ])('of a server at %s may not be %s', (url, metricsUrl) => {
    expect(metricsAddress({ ...addressOf(url), metricsUrl })).toEqual({
      problem: expect.stringContaining('the same origin as "url"') as unknown
    })
  })

  it.each(['http://127.0.0.1:9/mcp/metrics', 'https://localhost:9/', 'http://[::1]:9/metrics'])(
    'of a process may be %s',
    (metricsUrl) => {
      expect(found(processOf('x'), metricsUrl)).toBe(metricsUrl)
    }
  )

  it.each([
    'http://192.168.0.1/metrics',
    'http://169.254.169.254/metrics',
    'https://example.com/metrics',
    'http://localhost.example.com/',
    'ws://127.0.0.1/metrics',
    '/mcp/metrics',
    ''
  ])('of a process may not be %j', (metricsUrl) => {
    expect(metricsAddress({ ...processOf('x'), metricsUrl })).toEqual({
      problem: expect.stringContaining('on this machine') as unknown
    })
  })
})
