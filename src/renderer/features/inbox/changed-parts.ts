import { jsonForPeople } from '../../../shared/json/indented-json'
import { isObject } from '../../../shared/json/json'

export type ChangedPart = {
  readonly name: string
  /** As text; undefined where there is none. */
  readonly was: string | undefined
  readonly is: string | undefined
}

type Definition = Readonly<Record<string, unknown>>

/** The members of a definition that are others now. The order of their own members says nothing. */
export function changedParts(before: Definition, after: Definition): readonly ChangedPart[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => sortedJson(before[name]) !== sortedJson(after[name]))
    .map((name) => ({ name, was: textOf(before[name]), is: textOf(after[name]) }))
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return jsonForPeople(value)
}

function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : part
  )
}
