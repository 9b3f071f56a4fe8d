import { describe, expect, it } from 'vitest'
import { hiddenValuePlaces, holdsHiddenValue } from './hidden-values'

describe('What stands for a hidden value', () => {
  it('is found in texts, in parts of them and in names, in order', () => {
    const value = { a: ['x', '•••'], 'b/•••': 1, c: { d: 'Bearer •••' }, e: '••' }
    expect(hiddenValuePlaces(value, 10)).toEqual(['/a/1', '/b~1•••', '/c/d'])
    expect(hiddenValuePlaces(value, 2)).toEqual(['/a/1', '/b~1•••'])
    expect(hiddenValuePlaces('•••', 2)).toEqual([''])
  })

  it('is not found where there is none, however deep that is', () => {
    let deep: unknown = 'x'
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect([deep, null, undefined, 7, { a: true }].map(holdsHiddenValue)).toEqual(
      Array(5).fill(false)
    )
  })
})
