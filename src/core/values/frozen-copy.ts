import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fromJson, isComposed, type JsonObject } from '../../shared/json/json'

/** Made here, so that nobody can change them: they need no further copy. */
const copies = new WeakSet<object>()

/** Exactly what goes over the wire, and nobody else's: what is shown of it stays what is sent. */
export function frozenCopy<Value extends JsonObject>(value: Value): Value {
  if (copies.has(value)) return value
  try {
    const copy = frozen(fromJson(JSON.stringify(value))) as Value
    copies.add(copy)
    return copy
  } catch {
    const message = 'This is nested too deeply to be sent.'
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }
}

function frozen(value: unknown): unknown {
  if (isComposed(value)) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
