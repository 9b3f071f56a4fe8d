import { expect, it } from 'vitest'
import { isCutOff } from './picture-end'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0x49, 0x45, 0x4e, 0x44, 1, 2, 3, 4])
const JPEG = Uint8Array.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9])
const WEBP = Uint8Array.from([
  0x52, 0x49, 0x46, 0x46, 8, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 1, 2, 3, 4
])

it.each([
  ['image/png', PNG, 9],
  ['image/jpeg', JPEG, 6],
  ['image/webp', WEBP, 15]
] as const)('knows a whole %s from one that was cut off', (type, bytes, length) => {
  expect(isCutOff(bytes, type)).toBe(false)
  expect(isCutOff(bytes.subarray(0, length), type)).toBe(true)
})
