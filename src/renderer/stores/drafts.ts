/** What the person has written for a tool and not yet sent. Outlives every change of view. */
import { create } from 'zustand'
import { isObject, type JsonObject } from '../../shared/json'
import type { ServerId } from '../../shared/ids'
import {
  argumentsFrom,
  initialTexts,
  textsFrom,
  type ArgumentsRead,
  type Field,
  type Texts
} from '../features/schema-form/fields'

export type Draft =
  | { readonly mode: 'form'; readonly texts: Texts; readonly extra: JsonObject }
  /** `form` is what the form held when the person left it; `json` was written from it. */
  | {
      readonly mode: 'json'
      readonly json: string
      readonly form: FormDraft
      readonly written: string
    }

type FormDraft = Extract<Draft, { mode: 'form' }>

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

export function newDraft(fields: readonly Field[]): Draft {
  return { mode: 'form', texts: initialTexts(fields), extra: {} }
}

export function draftOf(fields: readonly Field[], args: JsonObject): Draft {
  return { mode: 'form', ...textsFrom(fields, args) }
}

export function toJson(fields: readonly Field[], form: FormDraft): Draft {
  const { args } = argumentsFrom(fields, form.texts, form.extra)
  const written = JSON.stringify(args, null, 2)
  return { mode: 'json', json: written, form, written }
}

/** The form with what the JSON says; undefined when the JSON says nothing a form can show. */
export function toForm(
  fields: readonly Field[],
  draft: Extract<Draft, { mode: 'json' }>
): Draft | undefined {
  if (draft.json === draft.written) return draft.form
  const args = parseObject(draft.json)
  return args && draftOf(fields, args)
}

/** What would be sent, or why it cannot be. */
export function readDraft(
  fields: readonly Field[],
  draft: Draft
): ArgumentsRead & { readonly jsonProblem?: string } {
  if (draft.mode === 'form') return argumentsFrom(fields, draft.texts, draft.extra)
  const args = parseObject(draft.json)
  if (args) return { args, problems: new Map() }
  return { args: {}, problems: new Map(), jsonProblem: 'This is not a JSON object.' }
}

function parseObject(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined // the person is still writing
  }
}
