import { describe, expect, it } from 'vitest'
import { EventTrail } from './event-trail'

function noted(count: number, trail = new EventTrail()): EventTrail {
  for (let at = 0; at < count; at++) trail.noteId(`e${at}`)
  return trail
}

describe('EventTrail', () => {
  it('knows again what an earlier connection has brought, and only that', () => {
    const trail = noted(2)
    expect(trail.isRepeat('e1')).toBe(false)
    trail.breakOff()
    expect([trail.isRepeat('e1'), trail.isRepeat('e2'), trail.isRepeat(undefined)]).toEqual([
      true,
      false,
      false
    ])
  })

  it('remembers the last 2,000 ids of a connection, and of all connections', () => {
    const one = noted(2_001)
    one.breakOff()
    expect(['e0', 'e1', 'e2000'].map((id) => one.isRepeat(id))).toEqual([false, true, true])
    one.noteId('later')
    one.breakOff()
    expect(['e1', 'e2', 'later'].map((id) => one.isRepeat(id))).toEqual([false, true, true])
  })

  it('remembers nothing of an id that is too long to be sent back', () => {
    const long = 'x'.repeat(4_097)
    const trail = noted(1)
    trail.noteId(long)
    expect([trail.lastId, trail.headers()]).toEqual([undefined, {}])
    trail.breakOff()
    expect([trail.isRepeat(long), trail.isRepeat('e0')]).toEqual([false, true])
    trail.noteId(long)
    trail.breakOff()
    expect(trail.fruitless).toBe(1)
  })

  it('waits at least as long as it is told to, up to five minutes', () => {
    const trail = noted(1)
    expect([trail.breakOff(7_000), trail.breakOff(9e99), trail.breakOff()]).toEqual([
      7_000, 300_000, 2_000
    ])
  })
})
