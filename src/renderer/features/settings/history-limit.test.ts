import { expect, it } from 'vitest'
import { historyLimitIn } from './history-limit'

it('reads a whole number within the limits, and nothing else', () => {
  expect(['0', '50', ' 1000 '].map(historyLimitIn)).toEqual([0, 50, 1_000])
  for (const text of ['', '1001', '-1', '1.5', '1e2', 'ten', '9'.repeat(30)]) {
    expect(historyLimitIn(text)).toBeUndefined()
  }
})
