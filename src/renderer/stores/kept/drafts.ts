/** What the person has written for a tool and not yet sent. Outlives every change of view. */
import { create } from 'zustand'
import { fromJson, isObject, type JsonObject } from '../../../shared/json/json'
import { jsonFaultIn, type JsonFault } from '../../../shared/json/json-fault'
import { lossIn } from '../../../shared/json/json-text'
import { hasPlace, partAt, pointerIn } from '../../../shared/schema/pointer'
import { createKeptDrafts } from './kept-drafts'

/** Form and JSON are two views of it: switching between them changes nothing but the mode. */
export type Draft = {
  readonly mode: 'form' | 'json'
  /** The last arguments that could be read. */
  readonly value: JsonObject
  /** The JSON exactly as it was written, readable or not; absent when it is just the value laid out. */
  readonly json?: string
  /**
   * What was written in the form and is not in the value: what cannot be read, by JSON pointer, and
   * by places that are no pointers what is in alternatives that are not chosen.
   */
  readonly scraps: Readonly<Record<string, string>>
  /** As they were written; empty when not set. */
  readonly timeout: string
  readonly meta: string
  /** Counts how often all of it was replaced at once, so that an editor knows to begin anew. */
  readonly version: number
}

/** What was there before all of it was replaced. */
export type Replaced = {
  /** A whole sentence: what was done. */
  readonly what: string
  readonly before: Draft
}

const { useDrafts, keyOf, start, save } = createKeptDrafts<Draft>('tool', draftFrom, textOf)
export { useDrafts, keyOf as draftKey, start as startDrafts }

export const useReplaced = create<{ readonly replaced: Readonly<Record<string, Replaced>> }>()(
  () => ({ replaced: {} })
)

export function newDraft(value: JsonObject, mode: Draft['mode'] = 'form'): Draft {
  return { mode, value, scraps: {}, timeout: '', meta: '', version: 0 }
}

export function latestDraft(key: string, fresh: Draft): Draft {
  return useDrafts.getState().drafts[key] ?? fresh
}

/** The person has written something. What was replaced before can no longer be brought back. */
export function saveDraft(key: string, draft: Draft): void {
  useReplaced.setState(({ replaced }) => {
    const { [key]: _before, ...others } = replaced
    return { replaced: others }
  })
  save(key, draft)
}

/** Other arguments take the place of all that was written; that can be undone. */
export function replaceDraft(
  key: string,
  before: Draft,
  value: JsonObject,
  what: string,
  options: Partial<Pick<Draft, 'timeout' | 'meta'>> = {}
): void {
  const { json: _json, ...rest } = before
  save(key, { ...rest, ...options, value, scraps: {}, version: before.version + 1 })
  useReplaced.setState(({ replaced }) => ({ replaced: { ...replaced, [key]: { what, before } } }))
}

export function undoReplace(key: string): void {
  const before = useReplaced.getState().replaced[key]?.before
  if (before) saveDraft(key, { ...before, version: latestDraft(key, before).version + 1 })
}

/** What the JSON view shows. */
export function jsonOf({ json, value }: Draft): string {
  return json ?? JSON.stringify(value, null, 2)
}

/** After the JSON was edited: the value follows as far as the text can be read. */
export function withJson(draft: Draft, json: string): Draft {
  const read = readJson(json)
  if ('problem' in read) return { ...draft, json }
  const scraps = Object.entries(draft.scraps).filter(([place]) => {
    const pointer = pointerIn(place)
    if (!hasPlace(read.args, pointer)) return false
    // An alternative that is not chosen does not go by what the chosen one holds.
    return pointer !== place || isSame(partAt(draft.value, place), partAt(read.args, place))
  })
  return { ...draft, json, value: read.args, scraps: Object.fromEntries(scraps) }
}

/** The places at which something is written that cannot be read. */
export function halfWrittenIn({ scraps }: Draft): readonly string[] {
  return Object.keys(scraps).filter((place) => pointerIn(place) === place)
}

/** The person gives up what was written at a place and could not be read. */
export function withoutScrap(draft: Draft, pointer: string): Draft {
  const scraps = Object.entries(draft.scraps).filter(([place]) => place !== pointer)
  return { ...draft, scraps: Object.fromEntries(scraps) }
}

/** After the form was edited: the JSON is then what the form says. */
export function withValue(draft: Draft, value: JsonObject): Draft {
  const { json: _json, ...rest } = draft
  return { ...rest, value }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type Reading =
  | { readonly args: JsonObject }
  | {
      /** A whole sentence. */
      readonly problem: string
      readonly fault?: JsonFault
    }

/** What would be sent, or why nothing can be. */
export function readDraft(draft: Draft): Reading {
  const { mode, value, json } = draft
  if (json !== undefined) {
    const read = readJson(json)
    if ('problem' in read) return read
  }
  const [scrap] = halfWrittenIn(draft)
  if (mode === 'form' && scrap !== undefined) {
    return { problem: `What is written at ${scrap === '' ? 'the top' : scrap} is not JSON.` }
  }
  return { args: value }
}

export function readJson(json: string): Reading {
  let value: unknown
  try {
    value = fromJson(json)
  } catch {
    return notJson(json)
  }
  if (!isObject(value)) return { problem: 'Arguments have to be a JSON object.' }
  const loss = lossIn(json)
  if (loss) {
    const { line, column, message } = loss
    return { problem: `Line ${line}, column ${column}: ${message}`, fault: loss }
  }
  return { args: value as JsonObject }
}

function notJson(json: string): Reading {
  const fault = jsonFaultIn(json)
  if (!fault) return { problem: 'This is not JSON.' }
  const { line, column, message } = fault
  return { problem: `This is not JSON: line ${line}, column ${column}. ${message}`, fault }
}

/** As it is kept: without what follows from the rest. */
export function textOf({ mode, value, json, scraps, timeout, meta }: Draft): string {
  const isValueInJson = json !== undefined && 'args' in readJson(json)
  return JSON.stringify({
    mode,
    ...(!isValueInJson && { value }),
    ...(json !== undefined && { json }),
    ...(Object.keys(scraps).length > 0 && { scraps }),
    ...(timeout !== '' && { timeout }),
    ...(meta !== '' && { meta })
  })
}

/** Undefined when it cannot be read: then a new draft is worth more than a pane that fails. */
export function draftFrom(kept: unknown): Draft | undefined {
  if (!isObject(kept)) return undefined
  const { json: written, mode, timeout, meta, scraps } = kept
  const json = typeof written === 'string' ? written : undefined
  const read = json === undefined ? undefined : readJson(json)
  const value = isObject(kept['value']) ? (kept['value'] as JsonObject) : {}
  return {
    ...newDraft(read && 'args' in read ? read.args : value, mode === 'json' ? 'json' : 'form'),
    ...(json !== undefined && { json }),
    scraps: isObject(scraps) ? textsIn(scraps) : {},
    timeout: typeof timeout === 'string' ? timeout : '',
    meta: typeof meta === 'string' ? meta : ''
  }
}

function textsIn(scraps: Record<string, unknown>): Readonly<Record<string, string>> {
  const texts = Object.entries(scraps).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(texts) as Record<string, string>
}
