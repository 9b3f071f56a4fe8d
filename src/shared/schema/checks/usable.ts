/** A schema once it is taken in: bounded, every value of the right kind, every reference followed. */
import type { ExactNumber } from '../../json/exact-number'
import type { Pattern } from '../patterns/pattern'
import type { ValueSet } from './same'

export type Draft = '4' | '7' | '2019-09' | '2020-12'

export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer'

/** Members by name, as a map so that no name reaches a prototype. */
type ByName<T> = ReadonlyMap<string, T>

export type UsableSchema = {
  /** Nothing fits it: the schema `false`. */
  readonly isNever?: boolean
  /** What it refers to. */
  readonly references?: readonly UsableSchema[]
  readonly type?: readonly TypeName[]
  readonly enum?: ValueSet
  readonly const?: ValueSet

  readonly minimum?: number | ExactNumber
  readonly maximum?: number | ExactNumber
  readonly exclusiveMinimum?: number | ExactNumber | boolean
  readonly exclusiveMaximum?: number | ExactNumber | boolean
  readonly multipleOf?: number | ExactNumber

  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: Pattern
  readonly format?: string

  readonly items?: UsableSchema | readonly UsableSchema[]
  readonly prefixItems?: readonly UsableSchema[]
  readonly additionalItems?: UsableSchema
  readonly contains?: UsableSchema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly unevaluatedItems?: UsableSchema

  readonly properties?: ByName<UsableSchema>
  readonly patternProperties?: readonly (readonly [Pattern, UsableSchema])[]
  readonly additionalProperties?: UsableSchema
  readonly propertyNames?: UsableSchema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly dependentRequired?: ByName<readonly string[]>
  readonly dependentSchemas?: ByName<UsableSchema>
  readonly dependencies?: ByName<UsableSchema | readonly string[]>
  readonly unevaluatedProperties?: UsableSchema

  readonly allOf?: readonly UsableSchema[]
  readonly anyOf?: readonly UsableSchema[]
  readonly oneOf?: readonly UsableSchema[]
  readonly not?: UsableSchema
  readonly if?: UsableSchema
  readonly then?: UsableSchema
  readonly else?: UsableSchema
}
