/** Undefined for what is no JSON, such as a text of which only the beginning is kept. */
export function valueIn(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
