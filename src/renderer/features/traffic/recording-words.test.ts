import { expect, it } from 'vitest'
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import { sourceOf, timesOf } from './recording-words'

const at = (day: number, hour: number, minute: number): number =>
  new Date(2026, 10, day, hour, minute).getTime()

const RUN: RecordingSummary = {
  id: 1,
  startedAt: at(16, 14, 2),
  source: 'run',
  entries: 3,
  isLive: false
}

it('says when it was made, with the second day only if there is one', () => {
  expect(timesOf(RUN)).toBe('16 Nov 2026, 14:02')
  expect(timesOf({ ...RUN, lastAt: at(16, 14, 2) })).toBe('16 Nov 2026, 14:02')
  expect(timesOf({ ...RUN, lastAt: at(16, 15, 31) })).toBe('16 Nov 2026, 14:02–15:31')
  expect(timesOf({ ...RUN, lastAt: at(17, 1, 5) })).toBe('16 Nov 2026, 14:02 – 17 Nov 2026, 01:05')
})

it('says where it is from', () => {
  expect(sourceOf(RUN)).toBe('Run of Patchbay')
  expect(sourceOf({ ...RUN, source: 'file', name: 'bug.jsonl' })).toBe('File bug.jsonl')
})
