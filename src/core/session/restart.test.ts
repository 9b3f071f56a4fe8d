import { describe, expect, it } from 'vitest'
import { fakeClock } from '../time/fake-clock'
import { RestartBudget } from './restart'

describe('RestartBudget', () => {
  it('grants three restarts, ever later, and then none', () => {
    const budget = new RestartBudget(fakeClock(), 3)
    const delays = [1, 2, 3, 4].map(() => budget.spend(undefined))
    expect(delays).toEqual([1_000, 2_000, 4_000, undefined])
  })

  it('forgets what lies more than ten minutes back', () => {
    const clock = fakeClock()
    const budget = new RestartBudget(clock, 1)
    budget.spend(undefined)
    clock.pass(10 * 60_000)
    expect(budget.spend(undefined)).toBe(1_000)
  })

  it('starts over for a server that was healthy for five minutes', () => {
    const clock = fakeClock()
    const budget = new RestartBudget(clock, 1)
    budget.spend(undefined)
    const openedAt = clock.monotonic()
    clock.pass(5 * 60_000)
    expect(budget.spend(openedAt)).toBe(1_000)
  })

  it('grants one to a server that does not read what is sent to it', () => {
    const budget = new RestartBudget(fakeClock(), 3)
    const failure = { class: 'unread', message: 'It does not read.', isUnsent: false } as const
    const end = { kind: 'failed', failure } as const
    expect([budget.spend(undefined, end), budget.spend(undefined, end)]).toEqual([1_000, undefined])
  })

  it('grants none where none are wanted', () => {
    expect(new RestartBudget(fakeClock(), 0).spend(undefined)).toBeUndefined()
  })
})
