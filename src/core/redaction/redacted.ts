/**
 * A value without what may not be written down. For what people and servers have written; names,
 * numbers and times of our own stay as they are, because a file is found and understood by them.
 */
import { fromJson } from '../../shared/json/json'
export function redacted<Value>(value: Value, redact: (json: string) => string): Value {
  const json = JSON.stringify(value) as string | undefined
  if (json === undefined) return value // there is nothing in it
  const safe = redact(json)
  return safe === json ? value : (fromJson(safe) as Value)
}
