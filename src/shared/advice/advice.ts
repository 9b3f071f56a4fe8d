/**
 * Quiet advice on how a tool is described, so that a model can find it and use it well. Nothing in it
 * is a mistake, and where it is not clear that something is missing, nothing is said.
 */
import { adviseOnFocus } from './focus'
import { adviseOnDescription, adviseOnName } from './naming'
import { adviseOnParameters } from './parameters'
import type { Tool } from '../calls/catalogue'
import { isObject } from '../json/json'

export type AdviceRule =
  | 'name-without-verb'
  | 'name-characters'
  | 'name-length'
  | 'description-missing'
  | 'description-short'
  | 'parameter-description'
  | 'parameter-type'
  | 'parameter-choices'
  | 'parameter-required'
  | 'parameter-limits'
  | 'array-items'
  | 'contradicting-claims'
  | 'several-tasks'

export type Advice = {
  readonly rule: AdviceRule
  /** A JSON pointer into the input schema, where it is about a part of that. */
  readonly pointer?: string
  /** A whole sentence. */
  readonly message: string
  /** A whole sentence: why it matters. */
  readonly reason: string
}

const MAX_ADVICE = 50

export function adviceOn(tool: Tool): readonly Advice[] {
  const advice = [
    ...adviseOnName(tool.name),
    ...adviseOnDescription(tool),
    ...adviseOnFocus(tool),
    ...adviseOnClaims(tool['annotations']),
    ...adviseOnParameters(tool['inputSchema'])
  ]
  return advice.slice(0, MAX_ADVICE)
}

function adviseOnClaims(annotations: unknown): readonly Advice[] {
  if (!isObject(annotations)) return []
  const { readOnlyHint, destructiveHint } = annotations
  if (readOnlyHint !== true || destructiveHint !== true) return []
  return [
    {
      rule: 'contradicting-claims',
      message: 'The tool claims to be read-only and destructive at once.',
      reason: 'Clients decide by these claims whether to ask a person first.'
    }
  ]
}
