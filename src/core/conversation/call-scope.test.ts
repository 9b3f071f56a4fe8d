import { expect, it } from 'vitest'
import { CallScope } from './call-scope'

it('is one for a call, also while others come and go, and another for the next', () => {
  const scopes = new CallScope()
  const of = (...waiting: readonly number[]): object => scopes.of(waiting.map((seq) => ({ seq })))
  const first = of(1)
  expect([of(1), of(1, 2), of(2)].every((scope) => scope === first)).toBe(true)
  const second = of(3)
  expect(second).not.toBe(first)
  expect(of(3)).toBe(second)
  expect(of()).not.toBe(of())
})
