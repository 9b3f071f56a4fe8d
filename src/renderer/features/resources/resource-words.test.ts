import { describe, expect, it } from 'vitest'
import { namesOf, sizeOf } from './resource-words'

describe('what a server says about a resource', () => {
  it('is not repeated when it is the URI again', () => {
    expect(namesOf({ uri: 'a://b', name: 'a://b', title: 'B' })).toEqual(['B'])
    expect(namesOf({ uri: 'a://b', name: 'B', title: 'B' })).toEqual(['B'])
    expect(namesOf({ uri: 'a://b', name: 'b', title: 'The B' })).toEqual(['The B', 'b'])
  })

  it('is left aside where it is of the wrong type', () => {
    expect(namesOf({ uri: 'a://b', name: 7, title: null })).toEqual([])
    expect(sizeOf({ size: '12' })).toBeUndefined()
  })

  it('is put into words', () => {
    expect(sizeOf({ size: 1_500 })).toBe('1.5 kB')
  })
})
