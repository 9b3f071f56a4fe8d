import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

/** For whoever asks for a frame that was forgotten, or that never was. */
export function notKept(seq: number): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, `Frame ${seq} is no longer kept.`)
}

/** Why the original bytes of a frame cannot be copied. */
export function bytesNotKept(seq: number): string {
  return `Patchbay did not keep the bytes of frame ${seq}: they contain a hidden value, or could not be searched for one.`
}
