import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { fromJson, isComposed, type JsonObject } from '../../shared/json'

/** Exactly what goes over the wire, and nobody else's: what is shown of it stays what is sent. */
export function frozenCopy(value: JsonObject): JsonObject {
  try {
    return frozen(fromJson(JSON.stringify(value))) as JsonObject
  } catch {
    const message = 'This is nested too deeply to be sent.'
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }
}

function frozen(value: unknown): unknown {
  if (isComposed(value)) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
