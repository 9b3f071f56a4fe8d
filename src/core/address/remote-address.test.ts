import { describe, expect, it } from 'vitest'
import {
  headerProblem,
  remoteTransport,
  unexpandedTransport,
  type TransportWord
} from './remote-address'

type Row = [string, TransportWord | undefined, string]

describe('remoteTransport', () => {
  const table: Row[] = [
    ['http://h/', undefined, 'auto'],
    ['http://h/', 'http', 'streamable-http'],
    ['http://h/', 'ws', 'websocket'],
    ['ws://h/', undefined, 'websocket'],
    ['wss://h/', 'auto', 'websocket']
  ]
  it.each(table)('reaches %s by %s as %s', (url, word, transport) => {
    expect(remoteTransport(url, word)).toEqual({ transport })
  })

  it.each<[string, TransportWord]>([
    ['ws://h/', 'sse'],
    ['http://h/', 'stdio'],
    ['file:///etc', 'auto'],
    ['http://', 'auto']
  ])('refuses to reach %s by %s', (url, word) => {
    expect(remoteTransport(url, word)).toHaveProperty('problem')
  })
})

describe('unexpandedTransport', () => {
  const table: Row[] = [
    ['${BASE}/mcp', undefined, 'auto'],
    ['${BASE}/mcp', 'sse', 'sse'],
    ['http://${HOST}:${PORT}/', undefined, 'auto'],
    ['wss://${HOST:-a b}/', undefined, 'websocket']
  ]
  it.each(table)('takes %s with %s as %s before it is filled in', (url, word, transport) => {
    expect(unexpandedTransport(url, word)).toEqual({ transport })
  })

  it.each(['file://${PATH}', 'localhost/${PATH}'])('refuses how %s begins', (url) => {
    expect(unexpandedTransport(url)).toHaveProperty('problem')
  })
})

describe('headerProblem', () => {
  it('names the header and never the value', () => {
    expect(headerProblem({ A: 'b', Key: 'hidden\n' })).toBe(
      'The value of the header "Key" has characters in it that HTTP does not allow.'
    )
    expect(headerProblem({ 'a b': 'c' })).toBe('"a b" cannot be the name of a header.')
    expect(headerProblem({ A: 'b' })).toBeUndefined()
  })
})
