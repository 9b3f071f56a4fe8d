import { expect, it } from 'vitest'
import { checkAgainst } from '../../../shared/schema/validate'
import { fromPicker, type PickedFormat } from './picked-time'

it.each<[PickedFormat, string]>([
  ['date', '2024-02-29'],
  ['time', '07:08'],
  ['time', '07:08:09'],
  ['date-time', '2024-05-06T07:08'],
  ['date-time', '2024-05-06T07:08:09']
])('makes a %s of %s that its format allows', (format, picked) => {
  expect(checkAgainst({ type: 'string', format }, fromPicker(format, picked)).kind).toBe('fits')
})
