import { expect, it } from 'vitest'
import { exportWords } from './export-actions'

it('says how much was written, how much of it is hidden, and what is left out', () => {
  const path = '/tmp/t'
  expect(exportWords({ path, entries: 1_200, hidden: 1, leftOut: 0 }, 'entry')).toBe(
    '1,200 entries are saved as /tmp/t. 1 value in it is hidden.'
  )
  expect(exportWords({ path, entries: 1, hidden: 0, leftOut: 3 }, 'exchange')).toBe(
    '1 exchange is saved as /tmp/t. No value in it had to be hidden. 3 entries did not go over HTTP and are left out.'
  )
  expect(exportWords({ path, entries: 1, hidden: 2, leftOut: 0 }, 'report')).toBe(
    'The report is saved as /tmp/t. 2 values in it are hidden.'
  )
})
