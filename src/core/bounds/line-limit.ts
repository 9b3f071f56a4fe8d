import { FRAME_LIMIT_MAX_BYTES } from '../../shared/servers/server-config'

/**
 * The longest line of a recording. Text grows at most sixfold when it is written as JSON, and bytes
 * that are not UTF-8 are added as base64.
 */
export const LINE_LIMIT_BYTES = 7.5 * FRAME_LIMIT_MAX_BYTES
export const LINE_TOO_LONG = 'This line is too long for an entry.'
