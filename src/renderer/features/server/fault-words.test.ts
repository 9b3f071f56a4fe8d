import { expect, test } from 'vitest'
import { faultLine, placeOf } from './fault-words'

test('the place is said once', () => {
  expect(placeOf({ message: 'A comma is missing.', line: 3, column: 5 })).toBe(
    ' See line 3, column 5.'
  )
  expect(placeOf({ message: 'A comma is missing at line 3, column 5.', line: 3, column: 5 })).toBe(
    ''
  )
  expect(placeOf({ message: 'It is a folder.' })).toBe('')
})

test('the field is named once', () => {
  expect(faultLine({ message: 'It has to be text.', field: 'args.0', line: 4 })).toBe(
    'args.0: It has to be text. See line 4.'
  )
  expect(faultLine({ message: '"args.0" has to be text.', field: 'args.0' })).toBe(
    '"args.0" has to be text.'
  )
})
