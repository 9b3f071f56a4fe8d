import { expect, it } from 'vitest'
import type { DoctorReport } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import { emptyExaminations, withExpected, withoutReport, withReport } from './examinations'

const serverId = 'user:files' as ServerId

function report(startedAt: number, isDone = false): DoctorReport {
  return { serverId, checks: [], isDone, startedAt }
}

it('shows an examination before its first report has come', () => {
  const state = withExpected(emptyExaminations(), serverId)
  expect(state.byServer[serverId]).toEqual(report(0))
  expect(withReport(state, report(5)).byServer[serverId]).toEqual(report(5))
})

it('keeps a report closed when the examination goes on', () => {
  const open = withReport(emptyExaminations(), report(5))
  const closed = withoutReport(open, serverId)
  expect(withReport(closed, report(5, true)).byServer).toEqual({})
})

it('shows the next examination of a server whose report was closed', () => {
  const closed = withoutReport(withReport(emptyExaminations(), report(5)), serverId)
  const again = withReport(withExpected(closed, serverId), report(9))
  expect(again.byServer[serverId]).toEqual(report(9))
})

it('does not let a late report of an earlier examination replace a later one', () => {
  const state = withReport(emptyExaminations(), report(9))
  expect(withReport(state, report(5, true)).byServer[serverId]).toEqual(report(9))
})
