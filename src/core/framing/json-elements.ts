/**
 * The exact text of each element of the list that is called `name` in the object `json`. Parsing and
 * writing again would lose numbers as they are written and keys that come twice. `json` is valid.
 */
import { parseJson } from '../../shared/json/json'
import { endOfString } from '../../shared/json/json-strings'

export function jsonElements(json: string, name: string): readonly string[] {
  return cutElements(json, name).elements
}

/** The same of a text that may be cut off: `rest` is where the list goes on after its whole elements. */
export function cutElements(
  json: string,
  name: string
): { readonly elements: readonly string[]; readonly rest?: string } {
  let elements: string[] = []
  let depth = 0
  let isKeyNext = false
  let key: unknown
  /** Where the next element begins, while within the list. */
  let start: number | undefined
  const take = (end: number): void => {
    const text = start === undefined ? '' : json.slice(start, end).trim()
    if (text !== '') elements.push(text)
  }
  for (let at = 0; at < json.length; at++) {
    switch (json.charAt(at)) {
      case '"': {
        const end = endOfString(json, at)
        if (depth === 1 && isKeyNext) key = parseJson(json.slice(at, end + 1))
        isKeyNext = false
        at = end
        break
      }
      case '{':
      case '[':
        depth++
        isKeyNext = depth === 1
        if (depth !== 2 || key !== name) break
        // Of two lists with one name the last counts, as it does when it is parsed.
        elements = []
        start = at + 1
        break
      case '}':
      case ']':
        if (depth-- !== 2 || start === undefined) break
        take(at)
        start = undefined
        break
      case ',':
        if (depth === 1) isKeyNext = true
        if (depth !== 2 || start === undefined) break
        take(at)
        start = at + 1
        break
    }
  }
  return { elements, ...(start !== undefined && { rest: json.slice(start) }) }
}
