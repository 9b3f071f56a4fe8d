import { expect, it } from 'vitest'
import type { TemplateDraft } from '../../stores/kept/template-drafts'
import { contextOf, valuesOf, withVariable, writtenIn } from './template-values'

it('makes texts, lists and maps of what is written', () => {
  const draft: TemplateDraft = {
    a: { kind: 'text', text: '' },
    b: { kind: 'list', items: ['x', 'y'] },
    c: { kind: 'map', pairs: [['k', 'v']] }
  }
  expect([...valuesOf(draft)]).toEqual([
    ['a', ''],
    ['b', ['x', 'y']],
    ['c', new Map([['k', 'v']])]
  ])
  expect(contextOf(draft)).toEqual({ a: '' })
})

it('takes any name for a variable', () => {
  const draft = withVariable({}, '__proto__', { kind: 'text', text: 'x' })
  expect(Object.keys(draft)).toEqual(['__proto__'])
  expect(writtenIn(draft, '__proto__')).toEqual({ kind: 'text', text: 'x' })
  expect(writtenIn({}, 'constructor')).toBeUndefined()
  expect(Object.keys(withVariable(draft, '__proto__', undefined))).toEqual([])
})
