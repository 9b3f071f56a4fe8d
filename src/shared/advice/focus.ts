/** Advice on tools that do several things: a model chooses and fills in one focused tool more reliably. */
import type { Advice } from './advice'
import { descriptionOf, type Tool } from '../calls/catalogue'
import { isObject } from '../json/json'
import { isVerb, listedVerbs, wordsOf } from './verbs'

const CHOOSING = /^(?:action|operation|op|command|subcommand|method|verb|task)$/i
/** Reading and counting the same thing is one task; three verbs are a collection. */
const MANY_VERBS = 3

const READ_CHARS = 2_000
/** Verbs of one kind often describe one task, as “find, filter and sort” does. */
const KINDS: readonly ReadonlySet<string>[] = [
  'create add insert',
  'update edit modify change rename patch',
  'delete remove drop destroy',
  'read get list fetch retrieve view search find show',
  'send publish'
].map((verbs) => new Set(verbs.split(' ')))
/** What may stand before the verbs of a sentence: “This tool allows you to”. */
const LEAD =
  /^(?:(?:use )?(?:this|the|a|it)(?: tool)? )?(?:is used )?(?:allows? (?:you )?to |lets (?:you|users) |can (?:be used to )?|to |for )?/i
const VERBS_FIRST = /^[a-z]+(?:(?:, ?(?:and |or )?| and | or |\/)[a-z]+){2,10}\b/i
const NAMED_POINT = /^\s*(?:[-*•]|\d{1,2}[.)])\s*[`"'*]{0,3}([a-z]+)[`"'*]{0,3}\s*(?::|-|–|—|$)/i

export function adviseOnFocus(tool: Tool): readonly Advice[] {
  const verbs = joinedVerbs(tool.name)
  if (verbs !== undefined) return [advice(`The name says that the tool does two things: ${verbs}.`)]
  const parameter = choosingParameter(tool['inputSchema'])
  if (parameter !== undefined) {
    return [advice(`The parameter "${parameter}" chooses between several tasks.`, parameter)]
  }
  const tasks = tasksIn(descriptionOf(tool)?.slice(0, READ_CHARS) ?? '')
  if (tasks.length === 0) return []
  return [advice(`The description names several tasks: ${tasks.join(', ')}.`)]
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

/** The verbs of the first list in a description that has several kinds of them. */
function tasksIn(description: string): readonly string[] {
  const lines = description.split('\n')
  const points = lines.flatMap((line) => NAMED_POINT.exec(line)?.[1] ?? [])
  const lists = lines
    .flatMap((line) => line.split(/(?<=[.!?]) /))
    .map((sentence) => VERBS_FIRST.exec(sentence.trim().replace(LEAD, ''))?.[0] ?? '')
    .map((list) => list.split(/[^a-z]+(?:(?:and|or) )?/i))
  return [points, ...lists].find(isSeveralKinds)?.map((verb) => verb.toLowerCase()) ?? []
}

function isSeveralKinds(verbs: readonly string[]): boolean {
  const kinds = new Set(verbs.map(kindOf))
  kinds.delete(-1)
  return kinds.size >= MANY_VERBS
}

/** Of “creates” and “creating” as of “create”; -1 where it is none of the kinds. */
function kindOf(word: string): number {
  const verb = word.toLowerCase()
  const stem = verb.replace(/ing$/, '')
  const forms = [verb, verb.replace(/s$/, ''), verb.replace(/es$/, ''), stem, `${stem}e`]
  return KINDS.findIndex((kind) => forms.some((form) => kind.has(form)))
}

function choosingParameter(inputSchema: unknown): string | undefined {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties'])) return undefined
  const { properties } = inputSchema
  return Object.keys(properties).find((name) => {
    const schema: unknown = properties[name]
    if (!CHOOSING.test(name) || !isObject(schema)) return false
    const { enum: values, description } = schema
    if (!Array.isArray(values)) {
      return typeof description === 'string' && listedVerbs(description).length >= MANY_VERBS
    }
    const verbs = values.filter((value) => typeof value === 'string' && wordsOf(value).some(isVerb))
    return verbs.length >= MANY_VERBS
  })
}
