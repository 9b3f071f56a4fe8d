import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'

/** For whoever asks for a frame that was forgotten, or that never was. */
export function notKept(seq: number): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, `Frame ${seq} is no longer kept.`)
}
