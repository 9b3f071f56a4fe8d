import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { JsonObject } from '../../shared/json'

/** Exactly what goes over the wire, and nobody else's: what is shown of it stays what is sent. */
export function frozenCopy(value: JsonObject): JsonObject {
  try {
    return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
      Object.freeze(part)
    ) as JsonObject
  } catch {
    const message = 'This is nested too deeply to be sent.'
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }
}
