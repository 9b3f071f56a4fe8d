import type { Outcome } from './call'
import { isObject } from '../json/json'

/** A tool as the server sent it, unknown keys and all. Nothing but the name is relied upon. */
export type Tool = { readonly name: string } & Readonly<Record<string, unknown>>

/** A resource as the server sent it. */
export type Resource = { readonly uri: string } & Readonly<Record<string, unknown>>
export type ResourceTemplate = { readonly uriTemplate: string } & Readonly<Record<string, unknown>>
/** A prompt as the server sent it. */
export type Prompt = { readonly name: string } & Readonly<Record<string, unknown>>

export type Catalogue = {
  readonly isLoading: boolean
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
  readonly prompts: readonly Prompt[]
  /** What is wrong or missing in the lists. */
  readonly findings: readonly ListFinding[]
  /** The lists of which the server may have more than was read; a finding says why. */
  readonly incomplete?: readonly ListKind[]
  /** What ended the reading of a list, when it was not an answer that could be read. */
  readonly failures: Readonly<Partial<Record<ListKind, Outcome>>>
}

export const LIST_KINDS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** What a server declares to have lists. */
export type Offered = 'tools' | 'resources' | 'prompts'

export const OFFERED_BY: Readonly<Record<ListKind, Offered>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resources',
  prompts: 'prompts'
}

export type ListFinding = {
  /** The list that it is about. */
  readonly kind: ListKind
  /** A whole sentence. */
  readonly message: string
}

export const EMPTY_CATALOGUE: Catalogue = {
  isLoading: false,
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  findings: [],
  failures: {}
}

export function titleOf(tool: Tool): string {
  const annotations = tool['annotations']
  const title = tool['title'] ?? (isObject(annotations) ? annotations['title'] : undefined)
  return typeof title === 'string' && title !== '' ? title : tool.name
}

export function descriptionOf(tool: Tool): string | undefined {
  const description = tool['description']
  return typeof description === 'string' && description !== '' ? description : undefined
}

/**
 * What the server claims about a tool, in words. A claim, never a finding of ours. By the protocol a tool
 * of which nothing is said destroys and reaches out, so that it does not is a claim like any other.
 */
export function claimsOf(tool: Tool): readonly string[] {
  const annotations = tool['annotations']
  if (!isObject(annotations)) return []
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const claims: string[] = []
  if (readOnlyHint === true) claims.push('read-only')
  if (destructiveHint === true) claims.push('destructive')
  if (destructiveHint === false && readOnlyHint !== true) claims.push('not destructive')
  if (idempotentHint === true) claims.push('idempotent')
  if (openWorldHint === true) claims.push('open world')
  if (openWorldHint === false) claims.push('closed world')
  return claims
}
