import { describe, expect, it } from 'vitest'
import { piecesOf, resourceId, rowsOf, TEMPLATES_ID } from './resource-tree'

const none: ReadonlySet<string> = new Set()

function drawn(uris: readonly string[], closed = none): readonly string[] {
  const resources = uris.map((uri) => ({ uri }))
  return rowsOf({ resources, templates: [], closed, isFlat: false }).map(
    ({ depth, label, resource, folder }) =>
      `${'  '.repeat(depth)}${label}${resource ? ' •' : ''}${folder ? ` (${folder.count})` : ''}`
  )
}

describe('the tree of resources', () => {
  it('goes by scheme and authority, and then by segments', () => {
    expect(drawn(['demo://a/x/1', 'demo://a/x/2', 'demo://a/y', 'file:///home/me/b.txt'])).toEqual([
      'demo://a/ (3)',
      '  x/ (2)',
      '    1 •',
      '    2 •',
      '  y •',
      'file:///home/me/b.txt •'
    ])
  })

  it('shows a resource that others are below as both', () => {
    expect(drawn(['a://b/c/', 'a://b/c/d', 'a://b/c/e'])).toEqual([
      'a://b/c/ • (2)',
      '  d •',
      '  e •'
    ])
  })

  it('hides what is below a closed folder', () => {
    expect(drawn(['a://b/1', 'a://b/2'], new Set(['folder a://b/']))).toEqual(['a://b/ (2)'])
  })

  it('has rows with different ids, whatever the URIs are', () => {
    const uris = ['a:', 'a:b', 'a://', 'a:///', 'a://b', 'a://b/', 'a://b//c', 'plain', '', '?/x']
    const resources = uris.map((uri) => ({ uri }))
    const rows = rowsOf({ resources, templates: [], closed: none, isFlat: false })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const shown = rows.flatMap(({ resource }) => (resource ? [resource.uri] : []))
    expect(shown.toSorted()).toEqual(uris.toSorted())
  })

  it('puts templates into a group of their own', () => {
    const templates = [{ uriTemplate: 'a://{b}' }]
    const rows = rowsOf({ resources: [], templates, closed: none, isFlat: false })
    expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
      [TEMPLATES_ID, 0],
      ['template a://{b}', 1]
    ])
    expect(
      rowsOf({ resources: [], templates, closed: new Set([TEMPLATES_ID]), isFlat: true })
    ).toHaveLength(1)
  })

  it('lists one after the other when it is flat', () => {
    const resources = [{ uri: 'a://b/1' }, { uri: 'a://b/2' }]
    const rows = rowsOf({ resources, templates: [], closed: none, isFlat: true })
    expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
      [resourceId('a://b/1'), 0],
      [resourceId('a://b/2'), 0]
    ])
  })
})

describe('a URI in pieces', () => {
  it.each([
    'file:///a//b/',
    'https://user@host:8080/x?path=a/b#c/d',
    'urn:isbn:0451450523',
    'mailto:a@b',
    'a/b/c',
    '://x',
    `deep://${'x/'.repeat(10_000)}`
  ])('is the same again when they are put together: %.40s', (uri) => {
    const pieces = piecesOf(uri)
    expect(pieces.join('')).toBe(uri)
    expect(pieces.length).toBeLessThanOrEqual(25)
  })

  it('does not take a query apart', () => {
    expect(piecesOf('a://b/c?d=/e/f')).toEqual(['a://b/', 'c?d=/e/f'])
    expect(piecesOf('a://b?d=/e')).toEqual(['a://b', '?d=/e'])
  })
})
