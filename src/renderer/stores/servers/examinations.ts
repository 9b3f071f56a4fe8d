/** What the doctor finds, and what trying a draft out shows. */
import { create } from 'zustand'
import type { DoctorReport, TestReport } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'

type ExaminationsState = {
  readonly byServer: Readonly<Record<string, DoctorReport>>
  /** Servers whose report the person has closed: what still comes in for them is not wanted. */
  readonly closed: ReadonlySet<ServerId>
  /** The last draft that was tried out. */
  readonly test?: TestReport | undefined
}

export function emptyExaminations(): ExaminationsState {
  return { byServer: {}, closed: new Set() }
}

export const useExaminations = create<ExaminationsState>()(emptyExaminations)

/** An empty report, so that there is something to see before main has the first check. */
export function withExpected(state: ExaminationsState, serverId: ServerId): ExaminationsState {
  const closed = new Set(state.closed)
  closed.delete(serverId)
  const expected: DoctorReport = { serverId, checks: [], isDone: false, startedAt: 0 }
  return { ...state, closed, byServer: { ...state.byServer, [serverId]: expected } }
}

/** A report of an earlier examination that comes late does not replace a later one. */
export function withReport(state: ExaminationsState, report: DoctorReport): ExaminationsState {
  const { byServer, closed } = state
  const { serverId, startedAt } = report
  const shown = byServer[serverId]
  if (closed.has(serverId) || (shown && shown.startedAt > startedAt)) return state
  return { ...state, byServer: { ...byServer, [serverId]: report } }
}

export function withoutReport(state: ExaminationsState, serverId: ServerId): ExaminationsState {
  const { [serverId]: _forgotten, ...others } = state.byServer
  return { ...state, byServer: others, closed: new Set(state.closed).add(serverId) }
}

export function expectDoctor(serverId: ServerId): void {
  useExaminations.setState((state) => withExpected(state, serverId))
}

export function updateDoctor(report: DoctorReport): void {
  useExaminations.setState((state) => withReport(state, report))
}

export function forgetDoctor(serverId: ServerId): void {
  useExaminations.setState((state) => withoutReport(state, serverId))
}

/** A report of an earlier test that comes late does not replace a later one. */
export function updateTest(report: TestReport): void {
  useExaminations.setState(({ test }) => (test && test.id > report.id ? {} : { test: report }))
}

export function forgetTest(): void {
  useExaminations.setState({ test: undefined })
}
