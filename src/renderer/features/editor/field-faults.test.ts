import { expect, test } from 'vitest'
import { faultsOfTouched, problemAt } from './field-faults'

const FAULTS = [
  { message: 'A name is needed.', field: 'name' },
  { message: '"args.0" has to be text.', field: 'args.0' },
  { message: '"argsX" is odd.', field: 'argsX' },
  { message: 'A command or an address is needed.' }
]

test('a fault in an item is a fault of its list, and of no field that merely begins alike', () => {
  expect(problemAt(FAULTS, 'args')).toBe('"args.0" has to be text.')
  expect(problemAt(FAULTS, 'url')).toBeUndefined()
  expect(problemAt(FAULTS, 'name', 'argsX')).toBe('A name is needed. "argsX" is odd.')
})

test('what the person has not come to yet is not held against them', () => {
  expect(faultsOfTouched(FAULTS, new Set(['args']))).toEqual([FAULTS[1]])
})
