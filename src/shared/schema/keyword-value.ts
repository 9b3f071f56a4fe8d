/** Takes in the value of one keyword, if it is of the kind that the keyword has to have. */
import { compareNumbers, isNumber, type ExactNumber } from '../json/exact-number'
import { isObject } from '../json/json'
import { KEYWORDS, TYPE_NAMES } from './keywords'
import { Pattern } from './patterns/pattern'
import { ValueSet } from './checks/same'
import { Unusable } from './unusable'
import type { Draft, UsableSchema } from './checks/usable'

/** Throws `Unusable` when the value is of another kind. */
export function takeValue(
  keyword: string,
  value: unknown,
  draft: Draft,
  copy: (schema: unknown) => UsableSchema
): unknown {
  const wrong = (): never => {
    throw new Unusable(`The schema has a value for "${keyword}" that is not allowed there.`)
  }
  const list = (): readonly unknown[] => (Array.isArray(value) ? value : wrong())
  const names = (of: unknown): readonly string[] => (isListOfTexts(of) ? of : wrong())
  const members = (): [string, unknown][] => (isObject(value) ? Object.entries(value) : wrong())
  const byName = <T>(each: (member: unknown) => T): Map<string, T> =>
    new Map(members().map(([name, member]) => [name, each(member)]))

  switch (KEYWORDS.get(keyword)) {
    case 'schema':
      return copy(value)
    case 'schemas':
      return list().map(copy)
    case 'schema or schemas':
      return Array.isArray(value) ? value.map(copy) : copy(value)
    case 'schemas by name':
      return byName(copy)
    case 'schemas or names by name':
      return byName((member) => (Array.isArray(member) ? names(member) : copy(member)))
    case 'schemas by pattern':
      return members().map(([pattern, member]) => [new Pattern(pattern), copy(member)])
    case 'names':
      return names(value)
    case 'names by name':
      return byName(names)
    case 'number':
      return isNumber(value) && (keyword !== 'multipleOf' || compareNumbers(value, 0) > 0)
        ? limitOf(keyword, value)
        : wrong()
    case 'number or flag':
      return (draft === '4' ? typeof value === 'boolean' : isNumber(value)) ? value : wrong()
    case 'flag':
      return typeof value === 'boolean' ? value : wrong()
    case 'type':
      return [value].flat().every((name) => TYPE_NAMES.has(name)) ? [value].flat() : wrong()
    case 'value':
      return new ValueSet([value])
    case 'values':
      return new ValueSet(list())
    case 'pattern':
      return typeof value === 'string' ? new Pattern(value) : wrong()
    case 'format':
      return typeof value === 'string' ? value : wrong()
    case undefined:
      return undefined
  }
}

/** Numbers are compared with these by all their digits; all others limit how many there are. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'multipleOf'])

function limitOf(keyword: string, value: number | ExactNumber): number | ExactNumber {
  return OF_NUMBERS.has(keyword) ? value : Number(value)
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
