/** Whether a server can be asked for log messages, and took the level it was given. */
import type { Outcome } from '../../shared/calls/call'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { explainOutcome } from '../../shared/advice/explain'
import type { LogLevel } from '../../shared/protocol/log-level'
import { EVERYTHING, type Handshake } from '../conversation/handshake'

/** Refuses to ask a server for a level that does not say that it has any. */
export function expectLogging(name: string, { era, capabilities }: Handshake): void {
  const canLog = capabilities['logging'] !== undefined || capabilities === EVERYTHING
  if (era !== 'bare' && canLog) return
  const message = `${name} does not say that it sends log messages, so it cannot be asked for a level.`
  throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}

export function expectTaken(name: string, level: LogLevel, outcome: Outcome): void {
  if (outcome.kind === 'result') return
  const message = `${name} did not take the level ${level}. ${explainOutcome(outcome)?.what ?? ''}`
  throw new WorkbenchError(WorkbenchErrorCode.ErrorAnswer, message)
}
