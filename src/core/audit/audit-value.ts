/** Undefined for what is no JSON, such as a text of which only the beginning is kept. */
import { fromJson } from '../../shared/json/json'
export function valueIn(json: string): unknown {
  try {
    return fromJson(json)
  } catch {
    return undefined
  }
}
