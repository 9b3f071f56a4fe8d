import { describe, expect, it } from 'vitest'
import { claimsAbout } from './annotations'

describe('claimsAbout', () => {
  it('puts what the server says into words', () => {
    const annotations = {
      priority: 0.8,
      audience: ['user', 'assistant'],
      lastModified: 'yesterday'
    }
    expect(claimsAbout(annotations)).toEqual([
      'for user and assistant',
      'priority 0.8',
      'last modified yesterday'
    ])
  })

  it('leaves aside what is of the wrong type', () => {
    expect(claimsAbout([1])).toEqual([])
    expect(claimsAbout({ priority: 'high', audience: 'user', lastModified: 7 })).toEqual([])
  })
})
