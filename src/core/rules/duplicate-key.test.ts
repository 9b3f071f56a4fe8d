import { describe, expect, it } from 'vitest'
import { opened, play, raw, type Step } from '../wire/scripted-frames'

const ping = (id: number, more: object = {}) => ({ jsonrpc: '2.0', id, method: 'ping', ...more })

describe('keys that a message of a batch has twice', () => {
  it('are found', () => {
    const twice = '{"jsonrpc":"2.0","id":2,"method":"x","method":"ping"}'
    const batch = raw(`[${JSON.stringify(ping(1))},${twice}]`)
    expect(play([...opened('2025-03-26'), batch]).at(-1)).toMatchObject([
      { rule: 'duplicate-key', message: expect.stringContaining('"method"') as string }
    ])
  })

  it('are not keys that two of its messages have once, or a value inside of one has', () => {
    const nested = { params: { id: 1, data: [{ id: 2 }, { id: 3 }] } }
    const batch = raw(JSON.stringify([ping(1, nested), ping(2, nested)]))
    expect(play([...opened('2025-03-26'), batch]).at(-1)).toEqual([])
  })

  it('are searched for once, however many messages there are', () => {
    const params = { text: 'x, '.repeat(300) }
    const batch = raw(
      JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ping(id, { params })))
    )
    const began = performance.now()
    const found = play([...opened('2025-03-26'), ...Array<Step>(10).fill(batch)])
    // Looking through the whole frame for each of its messages took 3 s a frame.
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(found.at(3)).toEqual([])
  })
})
