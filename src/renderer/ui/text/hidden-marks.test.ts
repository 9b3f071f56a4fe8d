import { expect, it } from 'vitest'
import { hiddenIn } from './hidden-marks'

it('finds what cannot be seen and where, but not what the editor shows by itself', () => {
  const text = 'a\u200bb\u{e0041}c\u202ed\u0000e\u0085f\n\tg'
  expect(hiddenIn(text)).toEqual([
    { offset: 1, length: 1, mark: 'U+200B' },
    { offset: 3, length: 2, mark: 'U+E0041' },
    { offset: 10, length: 1, mark: 'U+0085' }
  ])
})

it('marks a thousand of many', () => {
  expect(hiddenIn('\u200b'.repeat(5_000))).toHaveLength(1_000)
})
