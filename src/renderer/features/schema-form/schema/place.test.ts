import { expect, it } from 'vitest'
import type { Json } from '../../../../shared/json/json'
import { keysOf, placeIn, withRenamedMember, withValueAt } from './place'

it('finds its way back from a pointer, whatever the names are', () => {
  const names = ['a/b', '~', '', '0', '__proto__']
  expect(keysOf(names.reduce(placeIn, ''))).toEqual(names)
})

it('changes one place and keeps everything beside the way there as it is', () => {
  const value: Json = { a: { b: [1, 2] }, c: { d: 1 } }
  const next = withValueAt(value, '/a/b/1', 3) as { c: Json }
  expect(next).toEqual({ a: { b: [1, 3] }, c: { d: 1 } })
  expect(next.c).toBe(value['c'])
  expect(withValueAt(value, '/c/d', undefined)).toEqual({ a: { b: [1, 2] }, c: {} })
})

it('makes a member of its own of a name that objects inherit', () => {
  const changed = withValueAt({}, '/__proto__/x', 1)
  expect(JSON.stringify(changed)).toBe('{"__proto__":{"x":1}}')
  expect('x' in {}).toBe(false)
})

it('renames a member where it stands', () => {
  expect(JSON.stringify(withRenamedMember({ a: 1, b: 2, c: 3 }, 'b', '__proto__'))).toBe(
    '{"a":1,"__proto__":2,"c":3}'
  )
})
