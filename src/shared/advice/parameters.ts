/** Advice on the parameters of a tool: what a model has to fill in. */
import type { Advice } from './advice'
import { isObject } from '../json/json'
import { takeIn } from '../schema/intake'
import { resolveRef } from '../schema/resolve'
import { listedVerbs } from './verbs'

type Schema = Readonly<Record<string, unknown>>
type Parameter = {
  readonly name: string
  readonly pointer: string
  readonly schema: Schema
  readonly description: string
  readonly isRequired: boolean
}

const MAX_PARAMETERS = 200
const READ_CHARS = 1_000

export function adviseOnParameters(inputSchema: unknown): readonly Advice[] {
  // A schema that cannot be used has a worse problem than its wording.
  if (!isObject(inputSchema) || !takeIn(inputSchema).isUsable) return []
  return parametersOf(inputSchema).flatMap((parameter) =>
    RULES.flatMap((advise) => advise(parameter) ?? [])
  )
}

function parametersOf(root: Schema): readonly Parameter[] {
  const { properties, required } = root
  if (!isObject(properties)) return []
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties)
    .slice(0, MAX_PARAMETERS)
    .flatMap(([name, property]) => {
      const { schema } = resolveRef(root, property)
      if (!isObject(schema)) return []
      const { description, title } = schema
      const words = [description, title].find((text) => typeof text === 'string') ?? ''
      return {
        name,
        pointer: `/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        schema,
        description: words.slice(0, READ_CHARS).trim(),
        isRequired: names.includes(name)
      }
    })
}

const RULES: readonly ((parameter: Parameter) => Advice | undefined)[] = [
  adviseOnDescription,
  adviseOnType,
  adviseOnItems,
  adviseOnChoices,
  adviseOnLimits,
  adviseOnSaidLimits,
  adviseOnRequired
]

function adviseOnDescription({
  name,
  pointer,
  description,
  schema
}: Parameter): Advice | undefined {
  if (description !== '' || 'const' in schema) return undefined
  return {
    rule: 'parameter-description',
    pointer,
    message: `The parameter "${name}" has no description.`,
    reason: 'A model guesses what a parameter is for when only its name says so.'
  }
}

/** What else may say which values there may be. */
const SAYS_WHAT = [
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'properties',
  'items'
]

function adviseOnType({ name, pointer, schema }: Parameter): Advice | undefined {
  if (SAYS_WHAT.some((keyword) => keyword in schema)) return undefined
  return {
    rule: 'parameter-type',
    pointer,
    message: `The parameter "${name}" has no type.`,
    reason: 'Any value fits it, so neither a model nor a form knows what to put there.'
  }
}

function adviseOnItems({ name, pointer, schema }: Parameter): Advice | undefined {
  if (
    schema['type'] !== 'array' ||
    ['items', 'prefixItems', 'contains'].some((key) => key in schema)
  ) {
    return undefined
  }
  return {
    rule: 'array-items',
    pointer,
    message: `The array "${name}" does not say what its items are.`,
    reason: 'Some models refuse arrays without "items", and others guess.'
  }
}

const LISTING =
  /\b(?:one of|either|allowed values?|possible values?|valid values?|options|choices)\b/i
const QUOTED = /(["'`])([\w.-]{1,40})\1/g
const LISTED_WITHIN = 200
/** Plain words count only where nothing else follows: “one of excel or grist.” */
const PLAIN_LIST =
  /^(?:one of|allowed values?|possible values?|valid values?|options|choices)(?: are|:)? +([\w.-]{1,40}(?:(?: *[,|/] *(?:or )?| or )[\w.-]{1,40}){1,20}) *(?:[.;)\]]|$)/i

/** Only where a description says that it lists them, because quoted words are often examples. */
function adviseOnChoices({ name, pointer, schema, description }: Parameter): Advice | undefined {
  if (!mayBe(schema, 'string')) return undefined
  if (['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in schema)) return undefined
  if (!listsChoices(description) && listedVerbs(description).length === 0) return undefined
  return {
    rule: 'parameter-choices',
    pointer,
    message: `The description of "${name}" lists the values it may have, but there is no "enum".`,
    reason: 'With an "enum" no other value is sent, and people can choose from a list.'
  }
}

function listsChoices(description: string): boolean {
  const listing = LISTING.exec(description)
  if (!listing) return false
  const after = description.slice(listing.index, listing.index + LISTED_WITHIN)
  const choices = new Set([...after.matchAll(QUOTED)].map(([, , choice]) => choice))
  return choices.size >= 2 || PLAIN_LIST.test(after)
}

function mayBe({ type }: Schema, wanted: 'string' | 'integer' | 'number'): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted
}

const COUNTING = /(?:^|[_-])(?:limit|count|size|depth|timeout|pages?|results|retries|top_?k)$/i

/** Not for every number: most have no limits that could be named. */
function adviseOnLimits({ name, pointer, schema, description }: Parameter): Advice | undefined {
  if (!mayBe(schema, 'integer') && !mayBe(schema, 'number')) return undefined
  const hasLimit = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const']
  if (hasLimit.some((keyword) => keyword in schema)) return undefined
  if (!COUNTING.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return undefined
  if (NUMBERS_SAID.test(description)) return undefined // said better below
  return {
    rule: 'parameter-limits',
    pointer,
    message: `The number "${name}" has neither "minimum" nor "maximum".`,
    reason: 'A model does not know how much it may ask for, and zero or a million fit as well.'
  }
}

const NUMBERS_SAID =
  /\b(?:between \d+ and \d+|(?:max(?:imum)?|min(?:imum)?)(?: of| is|:)? \d+|at (?:most|least) \d+|up to \d+)\b/i
/** Not of each line or word in it. */
const CHARS = String.raw`\d[\d,]* (?:characters|chars|letters)\b(?! (?:a|per|each)\b)`
const LENGTH_SAID = new RegExp(
  String.raw`\b(?:max(?:imum|\.)?(?: length)?(?: of| is|:)?|at most|up to|no (?:more|longer) than|not exceed|limited to) ${CHARS}|` +
    String.raw`\b${CHARS} (?:or (?:less|fewer)|max(?:imum)?|at most)\b`,
  'i'
)

/** Limits that only the description knows. */
function adviseOnSaidLimits({ name, pointer, schema, description }: Parameter): Advice | undefined {
  const isNumber = mayBe(schema, 'integer') || mayBe(schema, 'number')
  const [said, keywords] = isNumber
    ? [NUMBERS_SAID, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']]
    : [LENGTH_SAID, ['maxLength', 'pattern']]
  if (!isNumber && !mayBe(schema, 'string')) return undefined
  if (['enum', 'const', ...keywords].some((keyword) => keyword in schema)) return undefined
  if (!said.test(description)) return undefined
  const missing = isNumber ? 'neither "minimum" nor "maximum"' : 'no "maxLength"'
  return {
    rule: 'parameter-limits',
    pointer,
    message: `The description of "${name}" gives a limit, but the schema has ${missing}.`,
    reason: 'Only a limit in the schema is checked before anything is sent.'
  }
}

const DEMANDING = /^\s*[([]?(?:required|mandatory)\b|[([](?:required|mandatory)[)\]]/i

function adviseOnRequired({
  name,
  pointer,
  schema,
  description,
  isRequired
}: Parameter): Advice | undefined {
  if (isRequired || 'default' in schema || !DEMANDING.test(description)) return undefined
  if (/\b(?:required|mandatory) (?:if|when|for|unless|only|with)\b/i.test(description))
    return undefined
  return {
    rule: 'parameter-required',
    pointer,
    message: `The description of "${name}" says that it is required, but the schema does not.`,
    reason: 'Only "required" in the schema lets clients notice that it is missing.'
  }
}
