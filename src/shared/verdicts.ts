/** What is right and what is wrong about a call, and whose doing it is. Hides nothing of the call. */
import { isToolError } from './call'
import type { Tool } from './catalogue'
import { isObject } from './json'
import { takeIn } from './schema/intake'
import { checkAgainst, type SchemaFinding, type SchemaVerdict } from './schema/validate'
import { agreementOf } from './verdicts/agreement'

export type Blame = 'server' | 'schema' | 'person' | 'patchbay'

export type Verdict = {
  readonly about: 'input' | 'output' | 'agreement'
  readonly kind: 'right' | 'wrong' | 'unknown'
  /** Whole sentences. */
  readonly message: string
  /** Where it is wrong. */
  readonly findings: readonly SchemaFinding[]
  readonly blame?: Blame
}

export type Judged = {
  readonly tool: Tool
  readonly arguments: unknown
  /** What the server answered; undefined when that was no result. */
  readonly result: unknown
}

const CLAUSE = 'MCP, Server Features, Tools, Output Schema'

/** Says nothing about what was not promised: no output schema, no verdict on the output. */
export function verdictsOn(judged: Judged): readonly Verdict[] {
  const verdicts = [inputVerdict(judged)]
  const { result } = judged
  if (!isObject(result) || !isComplete(result)) return verdicts
  const output = outputVerdict(judged.tool, result)
  const agreement = agreementOf(result)
  return [...verdicts, ...(output ? [output] : []), ...(agreement ? [agreement] : [])]
}

/** Why a schema of the tool cannot be used; undefined when all of them can. */
export function isSchemaInvalid(tool: Tool): string | undefined {
  const { inputSchema, outputSchema } = tool
  if (inputSchema === undefined) return 'The tool has no input schema.'
  const input = takeIn(inputSchema)
  if (!input.isUsable) return `The input schema cannot be used. ${input.reason}`
  const output = outputSchema === undefined ? undefined : takeIn(outputSchema)
  return output?.isUsable === false
    ? `The output schema cannot be used. ${output.reason}`
    : undefined
}

/** A result that stands for another one, which comes later, has no content to judge. */
function isComplete(result: Record<string, unknown>): boolean {
  const { resultType, task } = result
  return (resultType === undefined || resultType === 'complete') && !isObject(task)
}

function inputVerdict({ tool, arguments: given, result }: Judged): Verdict {
  const { inputSchema } = tool
  if (inputSchema === undefined) {
    const message = 'The tool has no input schema, so nobody can say which arguments it takes.'
    return { about: 'input', kind: 'unknown', message, findings: [], blame: 'schema' }
  }
  const checked = checkAgainst(inputSchema, given)
  switch (checked.kind) {
    case 'fits': {
      const message = `The arguments fit the input schema${apartFrom(checked.leavesOut)}.`
      return { about: 'input', kind: 'right', message, findings: [] }
    }
    case 'fails': {
      const message = `The arguments do not fit the input schema, and were sent anyway.${reaction(result)}`
      const { findings } = checked
      return { about: 'input', kind: 'wrong', message, findings, blame: 'person' }
    }
    case 'not checked':
      return unknown('input', 'The arguments', inputSchema, checked)
  }
}

/** Whether a server minds is what bad arguments are sent for. */
function reaction(result: unknown): string {
  if (!isObject(result)) return ''
  return isToolError(result)
    ? ' The tool answered with an error.'
    : ' The server accepted them all the same.'
}

function outputVerdict(tool: Tool, result: Record<string, unknown>): Verdict | undefined {
  const { outputSchema } = tool
  if (outputSchema === undefined || isToolError(result)) return undefined
  const { structuredContent } = result
  if (structuredContent === undefined) {
    const message = `The tool declares an output schema, but its result has no structured content (${CLAUSE}).`
    return { about: 'output', kind: 'wrong', message, findings: [], blame: 'server' }
  }
  const checked = checkAgainst(outputSchema, structuredContent)
  switch (checked.kind) {
    case 'fits': {
      const message = `The structured content fits the output schema${apartFrom(checked.leavesOut)}.`
      return { about: 'output', kind: 'right', message, findings: [] }
    }
    case 'fails': {
      const message = `The structured content does not fit the output schema that the server itself declares (${CLAUSE}).`
      const { findings } = checked
      return { about: 'output', kind: 'wrong', message, findings, blame: 'server' }
    }
    case 'not checked':
      return unknown('output', 'The structured content', outputSchema, checked)
  }
}

function unknown(
  about: Verdict['about'],
  what: string,
  schema: unknown,
  { reason }: Extract<SchemaVerdict, { kind: 'not checked' }>
): Verdict {
  const blame = takeIn(schema).isUsable ? 'patchbay' : 'schema'
  const message = `${what} could not be checked. ${reason}`
  return { about, kind: 'unknown', message, findings: [], blame }
}

function apartFrom(leavesOut: readonly string[]): string {
  return leavesOut.length === 0
    ? ''
    : `, apart from ${leavesOut.join(' and ')}, which could not be checked here`
}
