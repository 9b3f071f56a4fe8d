/** Parts of sentences about values. What a server wrote is cut where it gets long. */
import { isComposed } from './json'

const MAX_CHARS = 80

export function inWords(value: unknown): string {
  const json = isComposed(value) ? shortJson(value) : JSON.stringify(value)
  return cut(json ?? 'nothing')
}

export function cut(text: string): string {
  if (text.length <= MAX_CHARS) return text
  const head = text.slice(0, MAX_CHARS - 1)
  return `${text.startsWith('"') ? `${head.slice(0, -1)}…"` : `${head}…`}`
}

/** A large value is not written out only to be cut. */
function shortJson(value: object): string {
  const count = Object.keys(value).length
  if (count <= 20) return JSON.stringify(value)
  return Array.isArray(value) ? `an array of ${count} items` : `an object of ${count} members`
}

export function listed(words: readonly string[], last: 'or' | 'and'): string {
  const head = words.slice(0, -1).join(', ')
  const tail = words.at(-1) ?? ''
  return head === '' ? tail : `${head} ${last} ${tail}`
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** For a limit on how many there are of something. */
export function sayCount(bound: string, limit: number, noun: string, count: number): string {
  return `It has to have ${bound} ${counted(limit, noun)}, and has ${count === 0 ? 'none' : count}.`
}
