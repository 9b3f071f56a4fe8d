import { describe, expect, it } from 'vitest'
import { badgesOf } from './tool-badges'

describe('badges', () => {
  it('tell of what a tool declares', () => {
    const tool = {
      name: 'show',
      outputSchema: { type: 'object' },
      execution: { taskSupport: 'optional' },
      _meta: { ui: { resourceUri: 'ui://show' } }
    }
    expect(badgesOf(tool).map(({ words }) => words)).toEqual([
      'output schema',
      'can run as a task',
      'app UI'
    ])
    expect(badgesOf({ name: 'old', _meta: { 'ui/resourceUri': 'ui://old' } })).toHaveLength(1)
  })

  it('are not made from shapes that nobody knows', () => {
    const odd = { name: 'odd', outputSchema: 7, execution: 'always', _meta: { ui: ['x'] } }
    expect(badgesOf(odd)).toEqual([])
    expect(badgesOf({ name: 'never', execution: { taskSupport: 'forbidden' } })).toEqual([])
  })
})
