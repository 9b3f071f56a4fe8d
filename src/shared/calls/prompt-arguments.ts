/** What a server says about the arguments of a prompt, read with care: it may be of any shape. */
import type { Prompt } from './catalogue'
import { isObject } from '../json/json'
import { MAX_FINDINGS, type SchemaFinding } from '../schema/checks/findings'
import { inside, pointerTo } from '../json/place'

export type PromptArgument = {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly isRequired: boolean
}

/** Arguments without a name cannot be sent, so there is no field for them; `strays` counts them. */
export function argumentsOf(prompt: Prompt): {
  readonly known: readonly PromptArgument[]
  readonly strays: number
} {
  const listed: unknown = prompt['arguments']
  if (!Array.isArray(listed)) return { known: [], strays: listed === undefined ? 0 : 1 }
  const byName = new Map<string, PromptArgument>()
  for (const item of listed as readonly unknown[]) {
    if (!isObject(item) || typeof item['name'] !== 'string') continue
    const { name, title, description, required } = item
    byName.set(name, {
      name,
      ...(typeof title === 'string' && title !== name && { title }),
      ...(typeof description === 'string' && { description }),
      isRequired: required === true
    })
  }
  return { known: [...byName.values()], strays: listed.length - byName.size }
}

/**
 * Finds unknown arguments and missing required ones. Finds nothing when the server does not list
 * the arguments of the prompt.
 */
export function unfitPromptArguments(
  prompt: Prompt,
  args: Readonly<Record<string, string>>
): { readonly findings: readonly SchemaFinding[]; readonly isCut: boolean } {
  if (!Array.isArray(prompt['arguments'])) return { findings: [], isCut: false }
  const { known } = argumentsOf(prompt)
  const missing = known.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(args, name))
  const names = new Set(known.map(({ name }) => name))
  const surplus = Object.keys(args).filter((name) => !names.has(name))
  const findings = [
    ...missing.map(({ name }) => finding(name, 'required', 'It is required.')),
    ...surplus.map((name) => finding(name, 'arguments', 'The prompt has no such argument.'))
  ]
  return { findings: findings.slice(0, MAX_FINDINGS), isCut: findings.length > MAX_FINDINGS }
}

function finding(name: string, keyword: string, message: string): SchemaFinding {
  return { pointer: pointerTo(inside(undefined, name)), keyword, message }
}
