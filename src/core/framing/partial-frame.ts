/** Finds out which request a frame answers of which only the beginning and the end are known. */
import { fromJson } from '../../shared/json/json'
import { isRpcId, type RpcId } from '../../shared/protocol/json-rpc'
import { CUT_TOKEN } from '../../shared/json/json-text'

/** The last member of an object that ends the text. */
const LAST_MEMBER = /"(id|cursor)"\s*:\s*("(?:[^"\\]|\\.){0,500}"|-?\d{1,20})\s*\}\s*$/

/** Undefined when it is no answer, or when neither part names the request. */
export function answeredId(beginning: string, end = ''): RpcId | undefined {
  const members = topMembers(beginning)
  if (!hasOutcome(members)) return undefined
  return idOf(members.get('id')) ?? lastMember('id', end)
}

/** A member of the outermost object that is a text or a number, where one of the two parts has it. */
export function plainMember(name: 'cursor', beginning: string, end: string): RpcId | undefined {
  return idOf(topMembers(beginning).get(name)) ?? lastMember(name, end)
}

function lastMember(name: 'id' | 'cursor', end: string): RpcId | undefined {
  const [, found, value] = LAST_MEMBER.exec(end) ?? []
  return found === name ? idOf(value) : undefined
}

/** Whether a frame that begins like this is an answer, to whatever request. */
export function isAnswerStart(beginning: string): boolean {
  return hasOutcome(topMembers(beginning))
}

/** Whether it is an answer whose id must stand further on. */
export function hidesItsId(beginning: string): boolean {
  const members = topMembers(beginning)
  return hasOutcome(members) && !members.has('id')
}

function hasOutcome(members: ReadonlyMap<string, string>): boolean {
  return !members.has('method') && (members.has('result') || members.has('error'))
}

/** The members of the outermost object; only the tokens of plain values are kept. */
function topMembers(beginning: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  let depth = 0
  let key: string | undefined
  let isValueNext = false
  for (const [token] of beginning.matchAll(CUT_TOKEN)) {
    if (token === '}' || token === ']') depth -= 1
    else if (token === '{' || token === '[') {
      if (depth === 1 && key !== undefined) members.set(key, token)
      depth += 1
    } else if (depth !== 1) continue
    else if (token === ',') [key, isValueNext] = [undefined, false]
    else if (token === ':') isValueNext = true
    else if (isValueNext && key !== undefined) members.set(key, token)
    else if (token.startsWith('"')) key = textOf(token)
  }
  // The value of the last member may be a text that goes on after the beginning.
  if (key !== undefined && !members.has(key)) members.set(key, '')
  return members
}

function idOf(token: string | undefined): RpcId | undefined {
  if (token === undefined || !/^["\d-]/.test(token)) return undefined
  const id = token.startsWith('"') ? textOf(token) : Number(token)
  return isRpcId(id) ? id : undefined
}

function textOf(token: string): string | undefined {
  try {
    return fromJson(token) as string
  } catch {
    return undefined // it has an escape that JSON does not know
  }
}
