import { describe, expect, it } from 'vitest'
import { outcomeOfFailure, type Outcome } from '../../shared/calls/call'
import type { WireFailureClass } from '../../shared/protocol/failure'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { exitCodeOf, exitCodeOfError } from './exit-code'
import { Interrupted } from './interrupt'

function lost(kind: WireFailureClass): Outcome {
  return outcomeOfFailure({ class: kind, message: 'Gone.', isUnsent: false })
}

describe('Exit codes', () => {
  it.each<[Outcome, number]>([
    [{ kind: 'result', result: {} }, 0],
    [{ kind: 'result', result: { isError: true } }, 1],
    [{ kind: 'error', error: { code: -32602, message: 'No.' } }, 2],
    [{ kind: 'timeout', afterMs: 1 }, 3],
    [{ kind: 'connection-lost', reason: 'Gone.' }, 3],
    [lost('network'), 3],
    [lost('tls'), 3],
    [lost('http'), 2],
    [lost('rate-limit'), 2],
    [lost('not-an-answer'), 2],
    [lost('auth'), 5],
    [{ kind: 'cancelled' }, 130]
  ])('say of %j: %i', (outcome, code) => {
    expect(exitCodeOf(outcome)).toBe(code)
  })

  it.each([
    [WorkbenchErrorCode.ErrorAnswer, 2],
    [WorkbenchErrorCode.HandshakeFailed, 2],
    [WorkbenchErrorCode.StartFailed, 3],
    [WorkbenchErrorCode.ConnectionLost, 3],
    [WorkbenchErrorCode.Timeout, 3],
    [WorkbenchErrorCode.InvalidInput, 4],
    [WorkbenchErrorCode.NotFound, 4],
    [WorkbenchErrorCode.AuthRequired, 5]
  ])('say of an opening that failed as %s: %i', (code, exit) => {
    expect(exitCodeOfError(new WorkbenchError(code, 'No.'))).toBe(exit)
  })

  it('know an interruption', () => {
    expect(exitCodeOfError(new Interrupted())).toBe(130)
  })
})
