import { expect, it } from 'vitest'
import { TRAFFIC_MEGABYTES } from '../../../shared/ipc/preferences'
import { wholeNumberIn } from './whole-number'

it('takes a whole number within the bounds, and nothing else', () => {
  expect(wholeNumberIn(' 2048 ', TRAFFIC_MEGABYTES)).toBe(2_048)
  for (const text of ['', '63', '100001', '1e3', '-64', '64.5']) {
    expect(wholeNumberIn(text, TRAFFIC_MEGABYTES)).toBeUndefined()
  }
})
