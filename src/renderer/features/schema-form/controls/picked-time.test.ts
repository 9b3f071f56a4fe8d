import { expect, it } from 'vitest'
import { checkAgainst } from '../../../../shared/schema/validate'
import { fromPicker, toPicker, type PickedFormat } from './picked-time'

it.each<[PickedFormat, string]>([
  ['date', '2024-02-29'],
  ['time', '07:08'],
  ['time', '07:08:09'],
  ['date-time', '2024-05-06T07:08'],
  ['date-time', '2024-05-06T07:08:09']
])('makes a %s of %s that its format allows', (format, picked) => {
  expect(checkAgainst({ type: 'string', format }, fromPicker(format, picked)).kind).toBe('fits')
})

it.each<[PickedFormat, string]>([
  ['date', '2024-02-29'],
  ['time', '07:08:09'],
  ['date-time', '2024-05-06T07:08:09']
])('gives a %s picker back what came from it: %s', (format, picked) => {
  const now = new Date(2024, 4, 6)
  expect(toPicker(format, fromPicker(format, picked, now), now)).toBe(picked)
})

it('begins with the same moment, whichever clock it was written by', () => {
  const begun = toPicker('date-time', '2024-05-06T07:08:09.123+09:00')
  expect(new Date(fromPicker('date-time', begun)).toISOString()).toBe('2024-05-05T22:08:09.000Z')
})

it.each<[PickedFormat, string]>([
  ['time', ''],
  ['time', 'noon'],
  ['time', '25:61:00Z'],
  ['date-time', ''],
  ['date-time', '5'],
  ['date-time', '2024-02-30T99:00:00Z']
])('begins a %s picker empty where the text is none: %s', (format, text) => {
  expect(toPicker(format, text)).toBe('')
})
