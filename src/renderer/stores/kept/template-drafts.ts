/** What the person has written for the variables of a template of resources. */
import { isObject } from '../../../shared/json/json'
import { createKeptDrafts } from './kept-drafts'

/** As the form holds it: while it is written, a map may have a key twice. */
export type WrittenValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'map'; readonly pairs: readonly (readonly [key: string, value: string])[] }

/** By the name of the variable; one that is not in it is left out. */
export type TemplateDraft = Readonly<Record<string, WrittenValue>>

export const {
  useDrafts: useTemplateDrafts,
  keyOf: templateDraftKey,
  start: startTemplateDrafts,
  save: saveTemplateDraft
} = createKeptDrafts<TemplateDraft>('template', readDraft)

function readDraft(value: unknown): TemplateDraft | undefined {
  if (!isObject(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, written]) => {
      const read = readValue(written)
      return read ? [[name, read]] : []
    })
  )
}

function readValue(value: unknown): WrittenValue | undefined {
  if (!isObject(value)) return undefined
  const { kind, text, items, pairs } = value
  if (kind === 'text' && typeof text === 'string') return { kind, text }
  if (kind === 'list' && isTexts(items)) return { kind, items }
  if (kind === 'map' && Array.isArray(pairs)) {
    return { kind, pairs: pairs.filter(isTexts).map(([key = '', item = '']) => [key, item]) }
  }
  return undefined
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
