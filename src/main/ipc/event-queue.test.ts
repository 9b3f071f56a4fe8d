import { describe, expect, it } from 'vitest'
import { EventQueue } from './event-queue'

function queueOf(mostEvents: number, mostChars = 1_000) {
  const delivered: (readonly [string, number])[] = []
  let missed = 0
  const queue = new EventQueue({
    deliver: (event, _json, sequence) => delivered.push([event, sequence]),
    onMissed: () => missed++,
    mostEvents,
    mostChars
  })
  return { queue, delivered, missed: () => missed }
}

describe('EventQueue', () => {
  it('goes on sending to a page that takes what it is sent', () => {
    const { queue, delivered, missed } = queueOf(2)
    for (let turn = 1; turn <= 100; turn++) {
      queue.send('calls.changed', '[]')
      queue.taken(turn)
    }
    expect([delivered.length, missed()]).toEqual([100, 0])
  })

  it('sends no more than its limit to a page that takes nothing', () => {
    const { queue, delivered, missed } = queueOf(3)
    for (let turn = 0; turn < 1_000; turn++) queue.send('calls.changed', '[]')
    expect([delivered.length, missed()]).toEqual([3, 0])
  })

  it('counts characters as well as events', () => {
    const { queue, delivered } = queueOf(1_000, 10)
    for (let turn = 0; turn < 50; turn++) queue.send('calls.changed', '[1,2]')
    expect(delivered).toHaveLength(2)
  })

  it('says once that events were missed, when the page has taken all it was sent', () => {
    const { queue, delivered, missed } = queueOf(3)
    for (let turn = 0; turn < 10; turn++) queue.send('calls.changed', '[]')
    queue.taken(2)
    expect(missed()).toBe(0)
    queue.taken(3)
    expect(missed()).toBe(1)
    queue.send('calls.changed', '[]')
    queue.taken(4)
    expect([delivered.at(-1), missed()]).toEqual([['calls.changed', 4], 1])
  })

  it('begins anew with another page', () => {
    const { queue, delivered, missed } = queueOf(2)
    for (let turn = 0; turn < 10; turn++) queue.send('calls.changed', '[]')
    queue.reset()
    queue.send('inbox.changed', '[]')
    queue.taken(3)
    expect([delivered.at(-1), missed()]).toEqual([['inbox.changed', 3], 0])
  })
})
