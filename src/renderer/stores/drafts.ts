/** What the person has written for a tool and not yet sent. Outlives every change of view. */
import { create } from 'zustand'
import { messageOf } from '../../shared/errors'
import type { ServerId } from '../../shared/ids'
import { isObject, type JsonObject } from '../../shared/json'
import { inexactNumberIn } from '../../shared/json-text'
import {
  argumentsFrom,
  initialTexts,
  textsFrom,
  type ArgumentsRead,
  type Field,
  type Texts
} from '../features/schema-form/fields'

export type FormDraft = {
  readonly mode: 'form'
  readonly texts: Texts
  /** Arguments no field can hold. */
  readonly extra: JsonObject
}

export type JsonDraft = {
  readonly mode: 'json'
  readonly json: string
  /** What the form held when the person left it, and what was written from it. */
  readonly form: FormDraft
  readonly written: string
  /** Fields of the form that could not be read, and so are not in the JSON. */
  readonly leftOut: readonly string[]
}

export type Draft = FormDraft | JsonDraft

export const useDrafts = create<{ readonly drafts: Readonly<Record<string, Draft>> }>()(() => ({
  drafts: {}
}))

/** Two names cannot run together, because JSON keeps them apart. */
export function draftKey(serverId: ServerId, tool: string): string {
  return JSON.stringify([serverId, tool])
}

export function saveDraft(key: string, draft: Draft): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }))
}

export function newDraft(fields: readonly Field[]): FormDraft {
  return { mode: 'form', texts: initialTexts(fields), extra: {} }
}

export function draftOf(fields: readonly Field[], args: JsonObject): FormDraft {
  return { mode: 'form', ...textsFrom(fields, args) }
}

export function toJson(fields: readonly Field[], form: FormDraft): JsonDraft {
  const { args, problems } = argumentsFrom(fields, form.texts, form.extra)
  const written = JSON.stringify(args, null, 2)
  const leftOut = [...problems.keys()].filter((name) => (form.texts.get(name) ?? '') !== '')
  return { mode: 'json', json: written, form, written, leftOut }
}

/** The form with what the JSON says; undefined when the JSON says nothing a form can show. */
export function toForm(fields: readonly Field[], draft: JsonDraft): FormDraft | undefined {
  if (draft.json === draft.written) return draft.form
  const read = readJson(draft.json)
  return 'args' in read ? draftOf(fields, read.args) : undefined
}

/** What would be sent, or why it cannot be. */
export function readDraft(
  fields: readonly Field[],
  draft: Draft
): ArgumentsRead & { readonly jsonProblem?: string } {
  if (draft.mode === 'form') return argumentsFrom(fields, draft.texts, draft.extra)
  const read = readJson(draft.json)
  if ('args' in read) return { args: read.args, problems: new Map() }
  return { args: {}, problems: new Map(), jsonProblem: read.problem }
}

function readJson(json: string): { args: JsonObject } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { problem: `This is not JSON: ${messageOf(error)}` }
  }
  if (!isObject(value)) return { problem: 'Arguments have to be a JSON object.' }
  const inexact = inexactNumberIn(json)
  if (inexact !== undefined)
    return { problem: `${inexact} cannot be sent exactly as it is written.` }
  return { args: value as JsonObject }
}
