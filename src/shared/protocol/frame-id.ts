/** Gives a frame another id, and leaves the rest of its text as it is written. */
import { fromJson, isObject } from '../json/json'
import type { RpcId } from './json-rpc'
import { JSON_TOKEN } from '../json/json-text'

/** Where a request names itself: its id, and the token of its progress. */
const PLACES = ['id', 'params _meta progressToken']

/** Of a batch no more ids are looked up. */
export const MOST_ASKED_IDS = 20

type Level = { key?: string; isKeyNext: boolean; readonly isObject: boolean }
type Range = { readonly start: number; readonly end: number }

/** The same text with this id, and this token if it has one. What has no id stays as it is. */
export function withId(text: string, id: RpcId): string {
  if (!isJsonObject(text)) return text
  let out = ''
  let taken = 0
  for (const { start, end } of idsIn(text)) {
    out += text.slice(taken, start) + JSON.stringify(id)
    taken = end
  }
  return out + text.slice(taken)
}

function idsIn(text: string): readonly Range[] {
  const found: Range[] = []
  const levels: Level[] = []
  for (const match of text.matchAll(JSON_TOKEN)) {
    const [token] = match
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      levels.push({ isKeyNext: token === '{', isObject: token === '{' })
    } else if (token === '}' || token === ']') {
      levels.pop()
    } else if (token === ',') {
      if (level) level.isKeyNext = level.isObject
    } else if (token === ':') {
      if (level) level.isKeyNext = false
    } else if (level?.isKeyNext === true) {
      level.key = fromJson(token) as string
    } else if (/^["\d-]/.test(token) && PLACES.includes(placeOf(levels))) {
      found.push({ start: match.index, end: match.index + token.length })
    }
  }
  return found
}

function placeOf(levels: readonly Level[]): string {
  return levels.map(({ key, isObject: has }) => (has ? key : '[]')).join(' ')
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(fromJson(text))
  } catch {
    return false // what is not JSON has no id
  }
}
