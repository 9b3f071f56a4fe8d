import { describe, expect, it } from 'vitest'
import type { FindScope } from '../../shared/calls/body'
import { fromJson } from '../../shared/json/json'
import { Findings } from './find'

function placesOf(value: unknown, scope: FindScope, text: string): readonly string[] {
  const findings = Findings.inValue(value, scope, text)
  return Array.from({ length: findings.tell(0).total }, (_, index) => {
    const { hit } = findings.tell(index)
    return `${hit?.pointer}${hit?.isName ? ' (name)' : ''} ${hit?.at}`
  })
}

describe('a text is found', () => {
  it('in names and values, in the order in which they stand', () => {
    const value = { structuredContent: { row: 1, b: [{ name: 'Row row' }, 'arrow'] }, row: 1 }
    expect(placesOf(value, 'structured', 'row')).toEqual([
      '/structuredContent/row (name) 0',
      '/structuredContent/b/0/name 0',
      '/structuredContent/b/0/name 4',
      '/structuredContent/b/1 2'
    ])
  })

  it('in what is rendered only: not in kinds of blocks, pictures and structured content', () => {
    const content = [
      { type: 'text', text: 'a text' },
      { type: 'image', data: 'text', mimeType: 'text' },
      { type: 'resource', resource: { uri: 'x:text', text: 'text', mimeType: 'text/plain' } },
      { type: 'odd', b: 'text' }
    ]
    const value = { content, structuredContent: 'text', isError: false, more: { text: 1 } }
    expect(placesOf(value, 'rendered', 'text')).toEqual([
      '/content/0/text 2',
      '/content/2/resource/uri 2',
      '/content/2/resource/text 0',
      '/content/3/b 0',
      '/more/text (name) 0'
    ])
  })

  it('in all digits of a number', () => {
    const value = fromJson('{"arguments":{"n":12345678901234567890}}')
    expect(placesOf(value, 'sent', '4567890')).toEqual(['/arguments/n 3', '/arguments/n 13'])
  })

  it('as it is written, whatever it means in a pattern, in small and capital letters', () => {
    const found = Findings.inText('a.b [x] A.B axb', 'a.b')
    expect([found.tell(0).total, found.tell(1).hit]).toEqual([
      2,
      {
        pointer: '',
        isName: false,
        at: 8,
        length: 3,
        before: 'a.b [x] ',
        match: 'A.B',
        after: ' axb'
      }
    ])
    expect(Findings.inText('x-y [^$] {1} \\d /', '-y [^$] {1} \\d /').tell(0).total).toBe(1)
  })

  it('in the middle of a text of 5 MB, and however deep it is nested', () => {
    const text = `${'x'.repeat(3_000_000)}needle${'x'.repeat(2_000_000)}`
    expect(Findings.inText(text, 'needle').tell(0).hit?.at).toBe(3_000_000)
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"needle"${']'.repeat(50_000)}`)
    expect(Findings.inValue(deep, 'sent', 'needle').tell(0).total).toBe(1)
  })

  it('up to the limit, and says that there are more', () => {
    const { total, isMore } = Findings.inText('x'.repeat(200_000), 'x').tell(0)
    expect([total, isMore]).toEqual([100_000, true])
  })
})
