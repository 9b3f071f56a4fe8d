import { describe, expect, it } from 'vitest'
import { mediaKind } from './media-type'

describe('mediaKind', () => {
  it.each([
    ['text/markdown; charset=utf-8', 'a:b', { kind: 'markdown' }],
    ['application/problem+json', 'a:b', { kind: 'json' }],
    ['TEXT/HTML;profile=mcp-app', 'ui://x', { kind: 'html' }],
    ['image/svg+xml', 'a:b', { kind: 'svg' }],
    ['image/png', 'a.txt', { kind: 'image' }],
    ['audio/wav', 'a:b', { kind: 'audio' }],
    ['application/pdf', 'a:b', { kind: 'pdf' }],
    ['text/x-python', 'a:b', { kind: 'code', language: 'python' }],
    ['text/plain', 'file:///a/main.rs', { kind: 'code', language: 'rust' }],
    ['text/plain', 'file:///a/b', { kind: 'plain' }],
    [undefined, 'file:///README.md?x=1#y', { kind: 'markdown' }],
    [undefined, 'demo://a', { kind: 'unknown' }],
    [17, null, { kind: 'unknown' }],
    ['image/x-evil"><script>', 'a:b', { kind: 'unknown' }]
  ])('takes %j at %j for what it is', (type, uri, kind) => {
    expect(mediaKind(type, uri)).toEqual(kind)
  })
})
