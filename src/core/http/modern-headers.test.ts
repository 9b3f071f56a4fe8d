import { describe, expect, it } from 'vitest'
import {
  headerValue,
  invalidHeaderAnnotation,
  paramHeaders,
  standardHeaders
} from './modern-headers'

const annotated = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name })
const object = (properties: object) => ({ type: 'object', properties })

describe('modern headers', () => {
  it('sends plain text as it is and everything else in base64', () => {
    const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
    expect(['us west 1', 'a', '=?base64?x'].map(headerValue)).toEqual([
      'us west 1',
      'a',
      '=?base64?x'
    ])
    const unsafe = ['Hello, 世界', ' padded', 'padded ', '\tx', 'a\r\nb', '=?base64?eA==?=', '']
    expect(unsafe.map(headerValue)).toEqual(unsafe.map(encoded))
  })

  it('names the method, and what a request is about', () => {
    expect(standardHeaders('tools/call', { name: 'add' })).toEqual({
      'mcp-method': 'tools/call',
      'mcp-name': 'add'
    })
    expect(standardHeaders('resources/read', { uri: 'file:///é' })['mcp-name']).toMatch(/^=\?base/)
    expect(standardHeaders('tools/list', { name: 'x' })).toEqual({ 'mcp-method': 'tools/list' })
  })

  it('repeats annotated arguments at any depth and leaves out what is null or absent', () => {
    const schema = object({
      region: annotated('Region'),
      priority: annotated('Priority', 'integer'),
      debug: annotated('Debug', 'boolean'),
      missing: annotated('Missing'),
      nothing: annotated('Nothing'),
      query: { type: 'string' },
      where: object({ zone: annotated('Zone') })
    })
    const args = {
      region: 'eu',
      priority: 42,
      debug: false,
      nothing: null,
      query: 'x',
      where: { zone: 'ä' }
    }
    expect(paramHeaders(schema, args)).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Priority': '42',
      'Mcp-Param-Debug': 'false',
      'Mcp-Param-Zone': '=?base64?w6Q=?='
    })
  })

  it('says why a tool with an invalid annotation must be dropped', () => {
    const why = (properties: object) => invalidHeaderAnnotation(object(properties))
    expect([
      why({ a: annotated('Region'), b: { type: 'number' } }),
      why({ a: annotated('') }),
      why({ a: annotated(7) }),
      why({ a: annotated('My Region') }),
      why({ a: annotated('Région') }),
      why({ a: annotated('Score', 'number') }),
      why({ a: annotated('Nil', 'null') }),
      why({ a: annotated('One'), b: object({ c: annotated('one') }) }),
      why({ a: { type: 'array', items: annotated('Item') } }),
      why({ a: { anyOf: [annotated('Some')] } })
    ]).toEqual([
      undefined,
      'x-mcp-header at a is empty.',
      'x-mcp-header at a is not a string.',
      'x-mcp-header at a has characters that no header name may have.',
      'x-mcp-header at a has characters that no header name may have.',
      'x-mcp-header at a is not on a string, an integer or a boolean.',
      'x-mcp-header at a is not on a string, an integer or a boolean.',
      'x-mcp-header at b.c is used twice: one.',
      'x-mcp-header at a.items is not on an argument that "properties" alone lead to.',
      'x-mcp-header at a.anyOf is not on an argument that "properties" alone lead to.'
    ])
  })

  it('does not take an argument of that name for an annotation', () => {
    const schema = object({ 'x-mcp-header': { type: 'string' }, a: { const: annotated('A') } })
    expect(invalidHeaderAnnotation(schema)).toBeUndefined()
  })

  it('survives a schema nested without end', () => {
    let schema: object = annotated('Deep')
    for (let depth = 0; depth < 100_000; depth++) schema = object({ a: schema })
    expect(invalidHeaderAnnotation(schema)).toMatch(/deeper than 64/)
  })
})
