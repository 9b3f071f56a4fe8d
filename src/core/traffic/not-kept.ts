import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'

/** For whoever asks for a frame that was forgotten, or that never was. */
export function notKept(seq: number): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, `Frame ${seq} is no longer kept.`)
}

/** For whoever asks for bytes that no text stands for. */
export function bytesNotKept(seq: number): string {
  return `The bytes of frame ${seq} are not kept, because they hold a value that is hidden or cannot be searched for one.`
}
