/** The keywords about objects. Looks at own members only, whatever their names are. */
import { inside } from '../../json/place'
import type { UsableSchema } from './usable'
import type { Visit } from './visit'
import { cut, inWords, sayCount } from '../../json/wording'

const NAMES_PER_STEP = 4
const SURPLUS = 'The schema does not know this member.'

export function checkObject(visit: Visit, value: object): void {
  const { minProperties, maxProperties, propertyNames } = visit.schema
  const members = Object.entries(value)
  visit.evaluation.meter.spend(members.length / NAMES_PER_STEP)
  const count = members.length
  if (minProperties !== undefined && count < minProperties) {
    visit.fail('minProperties', () => sayCount('at least', minProperties, 'member', count))
  }
  if (maxProperties !== undefined && count > maxProperties) {
    visit.fail('maxProperties', () => sayCount('at most', maxProperties, 'member', count))
  }
  if (visit.isDecided) return
  checkMembers(visit, members)
  if (visit.isDecided) return
  if (propertyNames) checkNames(visit, members, propertyNames)
  checkRequired(visit, value)
  if (!visit.isDecided) checkDependencies(visit, value)
}

function checkMembers(visit: Visit, members: readonly (readonly [string, unknown])[]): void {
  const { properties, patternProperties = [], additionalProperties } = visit.schema
  if (!properties && patternProperties.length === 0 && !additionalProperties) return
  for (const [name, member] of members) {
    const own = properties?.get(name)
    if (own) visit.goInto(own, member, name)
    const match = checkPatterns(visit, name, member)
    if (additionalProperties && !own && match !== 'some') {
      checkSurplus(visit, 'additionalProperties', additionalProperties, name, member, match)
    }
    if (own || match === 'some' || additionalProperties) visit.evaluated?.names.add(name)
    if (visit.isDecided) return
  }
}

/** Whether a pattern matches the name; perhaps, if one of them was left out. */
function checkPatterns(visit: Visit, name: string, member: unknown): 'some' | 'perhaps' | 'none' {
  let match: 'some' | 'perhaps' | 'none' = 'none'
  for (const [pattern, schema] of visit.schema.patternProperties ?? []) {
    visit.evaluation.meter.spend(1)
    const isMatch = pattern.test(name, visit.evaluation.patternBudget)
    if (isMatch) {
      match = 'some'
      visit.goInto(schema, member, name)
    } else if (isMatch === undefined) {
      if (match === 'none') match = 'perhaps'
      visit.leaveOut('patternProperties')
      if (visit.evaluated) visit.evaluated.isUnsure = true
    }
  }
  return match
}

function checkSurplus(
  visit: Visit,
  keyword: string,
  schema: UsableSchema,
  name: string,
  member: unknown,
  match: 'perhaps' | 'none'
): void {
  const place = inside(visit.place, name)
  if (match === 'perhaps') {
    if (visit.evaluation.evaluate(schema, member, place) !== 'fits') visit.take('unsure')
  } else if (schema.isNever) visit.fail(keyword, () => SURPLUS, place)
  else visit.goInto(schema, member, name)
}

function checkNames(
  visit: Visit,
  members: readonly (readonly [string, unknown])[],
  schema: UsableSchema
): void {
  for (const [name] of members) {
    const place = inside(visit.place, name)
    const standing = visit.evaluation.evaluate(schema, name, place)
    if (standing !== 'fails') visit.take(standing)
    else visit.fail('propertyNames', () => sayName(schema), place)
    if (visit.isDecided) return
  }
}

function sayName({ pattern }: UsableSchema): string {
  if (!pattern) return 'The schema does not allow this name.'
  return `The schema does not allow this name; names have to match "${cut(pattern.source)}".`
}

function checkRequired(visit: Visit, value: object): void {
  const { required = [] } = visit.schema
  visit.evaluation.meter.spend(required.length / NAMES_PER_STEP)
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    visit.fail('required', () => 'It is required.', inside(visit.place, name))
    if (visit.isDecided) return
  }
}

function checkDependencies(visit: Visit, value: object): void {
  const { dependentRequired, dependentSchemas, dependencies } = visit.schema
  for (const dependents of [dependentRequired, dependentSchemas, dependencies]) {
    if (!dependents) continue
    visit.evaluation.meter.spend(dependents.size / NAMES_PER_STEP)
    for (const [name, dependent] of dependents) {
      if (!Object.hasOwn(value, name)) continue
      if (isNames(dependent)) requireWith(visit, value, name, dependent)
      else visit.demand(dependent)
      if (visit.isDecided) return
    }
  }
}

function isNames(dependent: UsableSchema | readonly string[]): dependent is readonly string[] {
  return Array.isArray(dependent)
}

function requireWith(visit: Visit, value: object, name: string, others: readonly string[]): void {
  visit.evaluation.meter.spend(others.length / NAMES_PER_STEP)
  for (const other of others) {
    if (Object.hasOwn(value, other)) continue
    const place = inside(visit.place, other)
    visit.fail('dependentRequired', () => `It is required when ${inWords(name)} is there.`, place)
  }
}

export function checkUnevaluatedProperties(visit: Visit, value: object): void {
  const { unevaluatedProperties: rest } = visit.schema
  const { evaluated } = visit
  if (!rest || !evaluated) return
  for (const [name, member] of Object.entries(value)) {
    if (evaluated.hasName(name)) continue
    const match = evaluated.isUnsure ? 'perhaps' : 'none'
    checkSurplus(visit, 'unevaluatedProperties', rest, name, member, match)
    if (visit.isDecided) return
  }
  evaluated.hasAllNames = true
}
