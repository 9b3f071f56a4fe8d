/** What the person has written for the arguments of a prompt. Outlives every change of view. */
import { isObject } from '../../../shared/json/json'
import { createKeptDrafts } from './kept-drafts'

/** By the name of the argument; one that is not in it is left out. */
export type PromptDraft = Readonly<Record<string, string>>

export const {
  useDrafts: usePromptDrafts,
  keyOf: promptDraftKey,
  start: startPromptDrafts,
  save: savePromptDraft
} = createKeptDrafts<PromptDraft>('prompt', readDraft)

function readDraft(value: unknown): PromptDraft | undefined {
  if (!isObject(value)) return undefined
  const texts = Object.entries(value).filter(([, written]) => typeof written === 'string')
  return Object.fromEntries(texts) as PromptDraft
}
