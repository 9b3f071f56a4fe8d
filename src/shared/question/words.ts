/** What the records of several kinds say in the same way. */
import { isObject } from '../json/json'
import type { AuditParams } from './record'

export const TITLE_CHARS = 200
export const ACTIONS = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const

export function elicited({ by }: AuditParams, result: unknown): string | undefined {
  const action = Object.entries(ACTIONS).find(([known]) => known === result)
  return said(result === 'accept', by, ACTIONS.accept, action?.[1])
}

/** By what was written down instead of a person. */
const UNDECIDED: ReadonlyMap<unknown, string> = new Map([
  ['cancelled', 'taken back'],
  ['closed', 'session ended'],
  ['expired', 'not answered']
])

/** What was decided, or why nobody did. */
export function said(isYes: boolean, by: unknown, yes: string, no?: string): string | undefined {
  return isYes ? yes : (UNDECIDED.get(by) ?? no)
}

export function has(result: unknown, name: string): boolean {
  return isObject(result) && result[name] === true
}
