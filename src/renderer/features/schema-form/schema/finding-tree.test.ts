import { expect, it } from 'vitest'
import { findingsBeside, findingTree } from './finding-tree'

const finding = (pointer: string, message = 'Wrong.') => ({ pointer, keyword: 'x', message })

it('keeps the parts in which nothing changed', () => {
  const before = findingTree([finding('/a/b'), finding('/c')], undefined)
  const after = findingTree([finding('/a/b'), finding('/c', 'Worse.')], before)
  expect(after?.inside.get('a')).toBe(before?.inside.get('a'))
  expect(after?.inside.get('c')).not.toBe(before?.inside.get('c'))
})

it('loses none of them: what no field shows is said around it', () => {
  const tree = findingTree([finding(''), finding('/a/b'), finding('/c/d')], undefined)
  expect(findingsBeside(tree, (key) => key === 'a')).toEqual([
    { pointer: '', message: 'Wrong.' },
    { pointer: '/c/d', message: 'Wrong.' }
  ])
})
