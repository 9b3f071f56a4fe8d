import { describe, expect, it } from 'vitest'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import { summaryOf } from './changes-words'

function change(
  key: string,
  how: CatalogueChange['change'],
  kind: CatalogueChange['kind'] = 'tools'
): CatalogueChange {
  return { kind, key, change: how }
}

describe('summaryOf', () => {
  it('says in words what is different, by the way it is', () => {
    const words = summaryOf([
      change('a', 'new'),
      change('b', 'changed'),
      change('c', 'changed'),
      change('d', 'changed', 'prompts'),
      change('e', 'gone', 'resourceTemplates')
    ]).map((group) => group.words)
    expect(words).toEqual([
      '2 tools and 1 prompt have changed',
      '1 tool is new',
      '1 template is gone'
    ])
  })

  it('says nothing when nothing is', () => {
    expect(summaryOf([])).toEqual([])
  })
})
