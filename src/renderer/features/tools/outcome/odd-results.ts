import { isObject } from '../../../../shared/json/json'

/** Why a result has no content that could be shown block by block; a whole sentence. */
export function oddityOf(result: unknown): string | undefined {
  if (typeof result === 'string') return 'The result is a text, and not an object with content.'
  if (Array.isArray(result)) return 'The result is a list, and not an object with content.'
  if (!isObject(result)) return 'The result is not an object with content.'
  if (!Object.hasOwn(result, 'content')) {
    return Object.keys(result).length === 0
      ? 'The result is an empty object, without content.'
      : 'The result has no content. This is what came instead.'
  }
  return Array.isArray(result['content'])
    ? undefined
    : 'The content of this result is not a list. This is the result as it came.'
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'isError',
  'resultType'
])

/** What is in a result beside what is shown elsewhere; undefined when there is nothing. */
export function otherMembers(
  result: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> | undefined {
  const others = Object.entries(result).filter(([name]) => !SHOWN_ELSEWHERE.has(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
