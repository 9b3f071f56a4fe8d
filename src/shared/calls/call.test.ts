import { describe, expect, it } from 'vitest'
import { errorDataKey, heldIfLarge, type Outcome } from './call'

const LARGE = 100_000

describe('An answer that is too large to be passed around', () => {
  it('is held when it is an error, with its code and the beginning of its message', () => {
    const error = { code: -32603, message: 'x'.repeat(LARGE), data: ['x'.repeat(LARGE)] }
    const held = heldIfLarge({ kind: 'error', error }, 2 * LARGE)
    expect(held).toMatchObject({ kind: 'error', isHeld: true, error: { code: -32603 } })
    expect(JSON.stringify(held).length).toBeLessThan(10_000)
  })

  it.each<Outcome>([
    { kind: 'cancelled' },
    { kind: 'connection-lost', reason: 'It is gone.' },
    { kind: 'timeout', afterMs: 1 }
  ])('leaves alone what is no answer: $kind', (outcome) => {
    expect(heldIfLarge(outcome, LARGE)).toBe(outcome)
  })

  it('is held when it is short, but so deep that it cannot be written as JSON again', () => {
    const result: unknown = JSON.parse(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
    expect(heldIfLarge({ kind: 'result', result }, 20_006).kind).toBe('held')
    const error = { code: 1, message: 'no', data: result }
    expect(heldIfLarge({ kind: 'error', error }, 20_006)).toMatchObject({ isHeld: true })
  })

  it('leaves a small error whole', () => {
    const outcome: Outcome = { kind: 'error', error: { code: 1, message: 'no', data: [1] } }
    expect(heldIfLarge(outcome, 100)).toBe(outcome)
  })
})

describe('errorDataKey', () => {
  it('takes all of what is no proper error for data', () => {
    const proper = { code: -1, message: 'no' }
    expect(errorDataKey(proper, { ...proper, data: [] })).toBe('data')
    expect(errorDataKey(proper, proper)).toBeUndefined()
    expect(errorDataKey({ code: 0, message: 'no' }, { data: [] })).toBeUndefined()
  })
})
