/** The calls of tools that a frame makes, also where it holds several requests. */
import { fromJson, isComposed, isObject, type Json } from '../../shared/json/json'
import { canonicalHash } from '../values/canonical'

export type FramedCall = { readonly tool: string; readonly arguments: Json | undefined }

export type FramedCalls = {
  readonly calls: readonly FramedCall[]
  /** No server can read another call in it. Some take what is no JSON, or the first of two members. */
  readonly isClear: boolean
}

const CALL = 'tools/call'
const NAMED = /"(?:method|params|name|arguments)"\s*:/g

export function callsIn(text: string): FramedCalls {
  const whole = requestsIn(text)
  // On some wires each line is a frame, and some servers take each kind of line end for one.
  const lines = text.split(/[\r\n]+/).flatMap((line) => requestsIn(line) ?? [])
  const calls = distinct([...(whole ?? []).flatMap(callOf), ...lines.flatMap(callOf)])
  const spelled = withoutEscapes(text)
  const mentions = spelled.split(CALL).length - 1
  const requests = whole ?? lines
  const isClear =
    mentions === 0 ||
    (mentions <= requests.flatMap(callOf).length &&
      requests.every(hasOneOfEach) &&
      membersIn(requests) === (spelled.match(NAMED)?.length ?? 0))
  return { calls, isClear }
}

function callOf(request: unknown): readonly FramedCall[] {
  if (!isObject(request) || request['method'] !== CALL) return []
  const { params } = request
  const { name, arguments: args } = isObject(params) ? params : {}
  return typeof name === 'string' ? [{ tool: name, arguments: args as Json | undefined }] : []
}

function requestsIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = fromJson(text)
    return Array.isArray(value) ? (value as unknown[]) : [value]
  } catch {
    return undefined // another may read it all the same, so it is not clear
  }
}

/** Two calls that are alike are decided alike. */
function distinct(calls: readonly FramedCall[]): readonly FramedCall[] {
  return [...new Map(calls.map((call) => [canonicalHash(call), call])).values()]
}

function withoutEscapes(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** Some servers take a member for another that differs in nothing but the size of its letters. */
function hasOneOfEach(request: unknown): boolean {
  const params = isObject(request) ? request['params'] : undefined
  return [request, params].filter(isObject).every((part) => {
    const names = Object.keys(part)
    return new Set(names.map((name) => name.toLowerCase())).size === names.length
  })
}

/** How many members a call is made of; of two that are written with one name there is only one here. */
function membersIn(requests: readonly unknown[]): number {
  let found = 0
  const waiting: unknown[] = [...requests]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (isObject(part)) found += Object.keys(part).filter((name) => NAMES.has(name)).length
    if (isComposed(part)) for (const one of Object.values(part)) waiting.push(one)
  }
  return found
}

const NAMES: ReadonlySet<string> = new Set(['method', 'params', 'name', 'arguments'])
