/** Advice on tools that do several things: a model chooses and fills in one focused tool more reliably. */
import type { Advice } from '../advice'
import { isObject } from '../json'
import { isVerb, wordsOf } from './verbs'

const CHOOSING = /^(?:action|operation|op|command|subcommand|method|verb|task)$/i
/** Reading and counting the same thing is one task; three verbs are a collection. */
const MANY_VERBS = 3

export function adviseOnFocus(name: string, inputSchema: unknown): readonly Advice[] {
  const verbs = joinedVerbs(name)
  if (verbs !== undefined) return [advice(`The name says that the tool does two things: ${verbs}.`)]
  const parameter = choosingParameter(inputSchema)
  if (parameter === undefined) return []
  return [advice(`The parameter "${parameter}" chooses between several tasks.`, parameter)]
}

function advice(message: string, parameter?: string): Advice {
  return {
    rule: 'several-tasks',
    ...(parameter !== undefined && { pointer: `/properties/${parameter}` }),
    message,
    reason: 'A model chooses and fills in a tool more reliably when the tool has one task.'
  }
}

function joinedVerbs(name: string): string | undefined {
  const words = wordsOf(name)
  const at = words.findIndex((word) => word === 'and' || word === 'or')
  const [before, after] = [words.slice(0, Math.max(0, at)), words.slice(at + 1)]
  const [first, second] = [before.find(isVerb), after.find(isVerb)]
  return at === -1 || first === undefined || second === undefined
    ? undefined
    : `${first} and ${second}`
}

function choosingParameter(inputSchema: unknown): string | undefined {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties'])) return undefined
  const { properties } = inputSchema
  return Object.keys(properties).find((name) => {
    const schema: unknown = properties[name]
    if (!CHOOSING.test(name) || !isObject(schema) || !Array.isArray(schema['enum'])) return false
    const values: readonly unknown[] = schema['enum']
    const verbs = values.filter((value) => typeof value === 'string' && wordsOf(value).some(isVerb))
    return verbs.length >= MANY_VERBS
  })
}
