import { describe, expect, it } from 'vitest'
import { shapeOf } from './json-rpc'

const frame = (rest: object) => shapeOf({ jsonrpc: '2.0', ...rest })

describe('shapeOf', () => {
  it('tells the four kinds of frame apart', () => {
    const params = { a: 1 }
    expect(frame({ id: 1, method: 'm', params })).toEqual({
      kind: 'request',
      id: 1,
      method: 'm',
      params
    })
    expect(frame({ method: 'm', params: [1] })).toEqual({
      kind: 'notification',
      method: 'm',
      params: {}
    })
    expect(frame({ id: 'a', result: null })).toEqual({ kind: 'result', id: 'a', result: null })
    expect(frame({ id: 0, error: 'no' })).toEqual({ kind: 'error', id: 0, error: 'no' })
    expect(frame({ id: null, error: {} })).toEqual({ kind: 'error', id: null, error: {} })
  })

  it('takes an empty result for a result', () => {
    expect(frame({ id: 1, result: {} }).kind).toBe('result')
    expect(frame({ id: 1, result: undefined }).kind).toBe('result')
  })

  it('looks at the first thousand parts of a batch, and counts them all', () => {
    const batch = shapeOf(Array(1_500).fill({ jsonrpc: '2.0', method: 'm' }))
    expect(batch).toMatchObject({ kind: 'batch', total: 1_500 })
    expect(batch.kind === 'batch' && batch.parts.length).toBe(1_000)
  })

  it.each([
    [null, 'not an object'],
    ['text', 'not an object'],
    [[], 'batch'],
    [{ id: 1, method: 'ping' }, 'jsonrpc'],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 'jsonrpc'],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, 'wrong type'],
    [{ jsonrpc: '2.0', method: 7 }, 'not a string'],
    [{ jsonrpc: '2.0', id: 1, method: 'x', result: 1 }, 'at once'],
    [{ jsonrpc: '2.0', id: 1, result: 1, error: {} }, 'both'],
    [{ jsonrpc: '2.0', result: 1 }, 'without an id'],
    [{ jsonrpc: '2.0', error: {} }, 'without an id'],
    [{ jsonrpc: '2.0', id: 1 }, 'no method']
  ])('refuses %j', (value, why) => {
    expect(shapeOf(value)).toEqual({
      kind: 'not a frame',
      why: expect.stringContaining(why) as unknown
    })
  })
})
