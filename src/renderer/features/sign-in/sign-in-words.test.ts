import { describe, expect, it } from 'vitest'
import { leftWords } from './sign-in-words'

describe('the time until tokens expire', () => {
  it.each([
    [-3, 'expired'],
    [0, 'expired'],
    [59, 'in 59 s'],
    [61, 'in 1 min 1 s'],
    [3_600, 'in 1 h 0 min'],
    [49 * 3_600, 'in 2 days']
  ])('%d s: %s', (seconds, words) => {
    expect(leftWords(seconds)).toBe(words)
  })
})
