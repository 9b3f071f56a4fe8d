import { FRAME_LIMIT_MAX_BYTES } from '../../shared/server-config'

/**
 * Of an entry as a line of a file. Text grows when it is written as JSON, at most sixfold; bytes that
 * are not UTF-8 stand beside it once more, as base64.
 */
export const LINE_LIMIT_BYTES = 7.5 * FRAME_LIMIT_MAX_BYTES
export const LINE_TOO_LONG = 'This line is too long for an entry.'
