/** What is right and what is wrong about a call, and whose doing it is. Hides nothing of the call. */
import { isComplete, isToolError, type HeldResult, type Outcome } from '../calls/call'
import type { Tool } from '../calls/catalogue'
import { INVALID_PARAMS } from '../protocol/json-rpc'
import { takeIn } from '../schema/intake'
import { checkAgainst, type SchemaFinding } from '../schema/validate'
import { agreementOf } from './agreement'
import { holdsHiddenValue } from './hidden-values'
import { schemaDigests, type SchemaDigests } from '../calls/schema-digests'

export type Blame = 'server' | 'schema' | 'person' | 'patchbay'

export type Verdict = {
  readonly about: 'input' | 'output' | 'agreement'
  /**
   * Wrong is what the specification forbids. A warning is about what it lets pass and is still a
   * mistake; a remark, about what is worth knowing and no fault of the server.
   */
  readonly kind: 'right' | 'remark' | 'warning' | 'wrong' | 'unknown'
  /** Whole sentences. */
  readonly message: string
  /** Of what is right: a few words more, which do not begin a sentence. */
  readonly note?: string
  /** Where it is wrong. */
  readonly findings: readonly SchemaFinding[]
  readonly blame?: Blame
}

/** What a server made of the arguments; undefined when its answer does not tell. */
export type Reaction = 'refused' | 'accepted' | undefined

export type Judged = {
  /** As it is today. */
  readonly tool: Tool
  /** What it declared when it was called; undefined where that is not known. */
  readonly schemas: SchemaDigests | undefined
  readonly arguments: unknown
  /** What the server answered; undefined when that was no result, or is not here whole. */
  readonly result: unknown
  readonly reaction: Reaction
}

const CLAUSE = 'MCP, Server Features, Tools, Output Schema'
const INPUT_CLAUSE = 'MCP, Server Features, Tools, Security Considerations'

/** Says nothing about what was not promised: no output schema, no verdict on the output. */
export function verdictsOn(judged: Judged): readonly Verdict[] {
  const verdicts = [inputVerdict(judged)]
  const { result } = judged
  if (!isComplete(result)) return verdicts
  const output = outputVerdict(judged, result)
  const agreement = agreementVerdict(result)
  return [...verdicts, ...(output ? [output] : []), ...(agreement ? [agreement] : [])]
}

export function reactionOf(outcome: Outcome | HeldResult | undefined): Reaction {
  switch (outcome?.kind) {
    case 'held':
      if (outcome.isToolError) return 'refused'
      return outcome.isIncomplete ? undefined : 'accepted'
    case 'result':
      if (isToolError(outcome.result)) return 'refused'
      return isComplete(outcome.result) ? 'accepted' : undefined
    case 'error':
      // With any other code the server says that something else went wrong.
      return outcome.error.code === INVALID_PARAMS ? 'refused' : undefined
    default:
      return undefined
  }
}

export const NO_INPUT_SCHEMA =
  'The tool has no inputSchema, which the protocol requires. It can be called with any arguments.'

/** Why a schema of the tool cannot be used; undefined when all of them can. */
export function isSchemaInvalid(tool: Tool): string | undefined {
  const { inputSchema, outputSchema } = tool
  if (inputSchema === undefined) return NO_INPUT_SCHEMA
  return (
    whyUnusable('input', inputSchema) ??
    (outputSchema === undefined ? undefined : whyUnusable('output', outputSchema))
  )
}

/** The same in two words, for where there is no more room. */
export function schemaFaultLabel({ inputSchema }: Tool): string {
  return inputSchema === undefined ? 'no inputSchema' : 'unusable schema'
}

function whyUnusable(which: 'input' | 'output', schema: unknown): string | undefined {
  const intake = takeIn(schema)
  if (intake.isUsable || holdsHiddenValue(schema)) return undefined
  return intake.isOurLimit
    ? `Patchbay cannot use the ${which} schema. ${intake.reason}`
    : `The ${which} schema cannot be used. ${intake.reason}`
}

function inputVerdict(judged: Judged): Verdict {
  const { arguments: given, reaction } = judged
  const { inputSchema } = judged.tool
  const doubt = doubtAbout('input', judged, given)
  if (doubt) return doubt
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
    case 'fails':
      return { about: 'input', findings: checked.findings, ...forbidden(reaction) }
    case 'not checked':
      return unchecked('input', checked.reason, blameFor(inputSchema))
  }
}

const UNFIT = 'The arguments do not fit the input schema'

/** Whether a server minds is what bad arguments are sent for. */
function forbidden(reaction: Reaction): Pick<Verdict, 'kind' | 'message' | 'blame'> {
  switch (reaction) {
    case 'refused': {
      const message = `${UNFIT}; the server refused them, as it should.`
      return { kind: 'remark', message, blame: 'person' }
    }
    case 'accepted': {
      const message = `The server does not check its arguments against its own schema: it accepted what that forbids (${INPUT_CLAUSE}).`
      return { kind: 'warning', message, blame: 'server' }
    }
    case undefined: {
      const message = `${UNFIT}; whether the server minds is not known.`
      return { kind: 'remark', message, blame: 'person' }
    }
  }
}

function outputVerdict(judged: Judged, result: Record<string, unknown>): Verdict | undefined {
  const { outputSchema } = judged.tool
  if (outputSchema === undefined || isToolError(result)) return undefined
  const { structuredContent } = result
  const doubt = doubtAbout('output', judged, structuredContent)
  if (doubt) return doubt
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
      return unchecked('output', checked.reason, blameFor(outputSchema))
  }
}

/**
 * Undefined when the schema of today is the one of that time, and nothing is hidden here of it or of
 * what is checked. A schema of which something is hidden seems to be another one.
 */
function doubtAbout(
  about: keyof SchemaDigests,
  { tool, schemas }: Judged,
  value: unknown
): Verdict | undefined {
  if (holdsHiddenValue(tool[`${about}Schema`])) {
    return unchecked(about, `The schema holds ${HIDDEN}`, 'patchbay')
  }
  if (schemas === undefined) return unchecked(about, 'The schema of that time is not known.')
  if (schemas[about] !== schemaDigests(tool)[about]) {
    return unchecked(about, 'The schema has changed since this call.')
  }
  return holdsHiddenValue(value) ? unchecked(about, `There is ${HIDDEN}`, 'patchbay') : undefined
}

const HIDDEN = 'a hidden value, which is not known here.'

const CHECKED = { input: 'The arguments', output: 'The structured content' } as const

function unchecked(about: keyof typeof CHECKED, reason: string, blame?: Blame): Verdict {
  const message = `${CHECKED[about]} could not be checked. ${reason}`
  return { about, kind: 'unknown', message, findings: [], ...(blame && { blame }) }
}

function agreementVerdict(result: Record<string, unknown>): Verdict | undefined {
  const verdict = agreementOf(result)
  if (!verdict || !holdsHiddenValue([result['content'], result['structuredContent']])) {
    return verdict
  }
  const message = `The text could not be compared with the structured content. There is ${HIDDEN}`
  return { about: 'agreement', kind: 'unknown', message, findings: [], blame: 'patchbay' }
}

/** Who is to blame when nothing could be checked against a schema. */
function blameFor(schema: unknown): Blame {
  const intake = takeIn(schema)
  return intake.isUsable || intake.isOurLimit ? 'patchbay' : 'schema'
}

function apartFrom(leavesOut: readonly string[]): string {
  return leavesOut.length === 0
    ? ''
    : `, apart from ${leavesOut.join(' and ')}, which could not be checked here`
}
