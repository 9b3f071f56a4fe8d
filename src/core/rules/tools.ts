/** The rules for tools beyond the shape of their results: names, output schemas, endless lists. */
import { isObject } from '../../shared/json/json'
import type { Violation } from '../../shared/traffic/traffic'
import { checkAgainst } from '../../shared/schema/validate'
import type { SeenRequest } from '../traffic/pairing'
import { violation } from '../traffic/violations'
import { isTaskResult, type Overheard } from './overheard'
import type { Page } from './listings'
import { NOTHING, plus } from './plus'

const MAX_NAME_CHARS = 128
const NAME_RULES_SINCE = '2025-11-25'
const NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** For every method that lists something. */
export function checkPage(
  method: string,
  page: Page,
  result: unknown,
  overheard: Overheard
): readonly Violation[] {
  if (!isObject(result)) return NOTHING
  const { revision, listings } = overheard
  const { nextCursor, tools } = result
  let found = plus(NOTHING, checkDeclared(method, page, result, overheard))
  if (typeof nextCursor === 'string' && listings.goOn(method, page, nextCursor)) {
    found = plus(found, violation(revision, 'cursor-repeated', nextCursor))
  }
  if (method !== 'tools/list' || !Array.isArray(tools)) return found
  const duplicate = listings.addTools(page, tools)
  if (duplicate !== undefined) {
    found = plus(found, violation(revision, 'tool-name', duplicate, 'is in the list twice'))
  }
  return plus(found, checkNames(tools, overheard))
}

/** By method: the capability, and the key of the list in the result. */
const LISTED: ReadonlyMap<string, readonly [capability: string, key: string]> = new Map([
  ['tools/list', ['tools', 'tools']],
  ['resources/list', ['resources', 'resources']],
  ['resources/templates/list', ['resources', 'resourceTemplates']],
  ['prompts/list', ['prompts', 'prompts']]
])

function checkDeclared(
  method: string,
  { isFirst }: Page,
  result: Record<string, unknown>,
  { revision, serverCapabilities }: Overheard
): Violation | undefined {
  const [capability, key] = LISTED.get(method) ?? []
  if (capability === undefined || key === undefined || !isFirst || !serverCapabilities) {
    return undefined
  }
  const listed = result[key]
  if (!Array.isArray(listed) || listed.length === 0) return undefined
  return capability in serverCapabilities
    ? undefined
    : violation(revision, 'undeclared-list', capability)
}

function checkNames(tools: readonly unknown[], overheard: Overheard): Violation | undefined {
  const { revision } = overheard
  if (revision === undefined || overheard.isBefore(NAME_RULES_SINCE)) return undefined
  for (const tool of tools) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue
    const { name } = tool
    if (name.length <= MAX_NAME_CHARS && NAME.test(name)) continue
    const problem =
      name === ''
        ? 'is empty'
        : name.length > MAX_NAME_CHARS
          ? `has ${name.length} characters, and should have at most ${MAX_NAME_CHARS}`
          : 'should have only letters A-Z and a-z, digits, and the characters _ - .'
    return violation(revision, 'tool-name', name, problem)
  }
  return undefined
}

/** Whether the result of a call is what the tool's own output schema promises. */
export function checkStructured(
  { target: tool, targetKey }: SeenRequest,
  result: unknown,
  overheard: Overheard
): Violation | undefined {
  if (tool === undefined || targetKey === undefined) return undefined
  if (!isObject(result) || overheard.isBefore('2025-06-18')) return undefined
  const schema = overheard.listings.outputSchema(targetKey)
  if (schema === undefined || result['isError'] === true) return undefined
  if (isTaskResult(result) || result['resultType'] === 'input_required') return undefined
  const { revision } = overheard
  const { structuredContent } = result
  if (structuredContent === undefined) {
    return violation(revision, 'structured-content', tool, 'there is none.')
  }
  const verdict = checkAgainst(schema, structuredContent)
  if (verdict.kind !== 'fails') return undefined
  const [first] = verdict.findings
  if (!first) return undefined
  const { pointer, message } = first
  const problem = pointer === '' ? message : `at ${pointer}, ${lowerFirst(message)}`
  return violation(revision, 'structured-content', tool, problem)
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
