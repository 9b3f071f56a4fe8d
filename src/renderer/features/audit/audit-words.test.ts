import { expect, it } from 'vitest'
import { endingOf, momentOf, tookOf, verdictWords } from './audit-words'

it('tells the time of today, and the day of what was before', () => {
  const now = new Date(2026, 4, 2, 18).getTime()
  expect(momentOf(new Date(2026, 4, 2, 9, 5, 7).getTime(), now)).toBe('09:05:07')
  expect(momentOf(new Date(2026, 4, 1, 9, 5).getTime(), now)).toBe('1 May 09:05')
})

it('tells what a verdict means', () => {
  expect(verdictWords({ isIntact: true, records: 1, removed: 0, lastHash: '' })).toBe(
    'Intact: 1 record, exactly as it was written.'
  )
  expect(verdictWords({ isIntact: true, records: 2_000, removed: 3, lastHash: '' })).toBe(
    'Intact: 2,000 records, exactly as they were written. No longer kept: 3 older ones.'
  )
  expect(
    verdictWords({ isIntact: false, records: 2, firstBadId: 1, why: 'Record 1 was removed.' })
  ).toBe('Not intact: Record 1 was removed.')
  const caveat = 'Whether older records are missing cannot be checked.'
  expect(verdictWords({ isIntact: true, records: 1, removed: 0, lastHash: '', caveat })).toBe(
    `Intact: 1 record, exactly as it was written. ${caveat}`
  )
  const loss = { id: 4, why: 'The audit log was missing.' }
  expect(verdictWords({ isIntact: true, records: 5, removed: 0, lastHash: 'a', loss })).toBe(
    'Intact: 5 records, exactly as they were written. But record 4 says that records before it are missing: The audit log was missing.'
  )
})

it('tells how long the person took, and nothing of what took no time', () => {
  const record = { id: 1, time: 0, kind: 'note', method: 'patchbay/consent', status: 'ok' } as const
  expect(tookOf({ ...record, durationMs: 23_000 })).toBe('23.0 s')
  expect([tookOf(record), tookOf({ ...record, durationMs: 0 })]).toEqual([undefined, undefined])
  expect(tookOf({ ...record, kind: 'request', durationMs: 0 })).toBe('<1 ms')
})

it('tells what was decided, and that nothing has gone wrong where somebody said no', () => {
  const record = { id: 1, time: 0, kind: 'note', method: 'patchbay/consent', status: 'ok' } as const
  expect(endingOf(record)).toEqual({ word: 'ok', tone: 'good' })
  expect(endingOf({ ...record, decision: 'granted' })).toEqual({ word: 'granted', tone: 'good' })
  expect(endingOf({ ...record, decision: 'denied' })).toEqual({ word: 'denied', tone: 'plain' })
})
