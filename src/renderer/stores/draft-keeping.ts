/** Drafts of tools across restarts: read once at the start, and kept with each change. */
import { isObject, type JsonObject } from '../../shared/json'
import { isDraftKey, newDraft, readJson, useDrafts, type Draft } from './drafts'
import { keepBeforeLeaving, keepText } from './keep-text'

type Kept = { readonly key: string; readonly text: string }

/** What was kept when the window was last open; what has been written since is newer. */
export function startDrafts(kept: readonly Kept[]): void {
  const read = kept.flatMap(({ key, text }) => {
    const draft = isDraftKey(key) ? draftFrom(text) : undefined
    return draft ? [[key, draft] as const] : []
  })
  useDrafts.setState(({ drafts }) => ({ drafts: { ...Object.fromEntries(read), ...drafts } }))
}

/** From now on what is written is kept. */
export function keepDrafts(): void {
  useDrafts.subscribe(({ drafts }, before) => keepChanges(drafts, before.drafts))
  keepBeforeLeaving()
}

/** Drafts that came from main are there already. */
const kept = new WeakSet<Draft>()

function keepChanges(now: Readonly<Record<string, Draft>>, before: typeof now): void {
  if (now === before) return
  for (const [key, draft] of Object.entries(now)) {
    if (before[key] !== draft && !kept.has(draft)) keepText(key, () => textOf(draft))
  }
  for (const key of Object.keys(before)) if (!now[key]) keepText(key, () => undefined)
}

/** Without what follows from the rest. */
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
export function draftFrom(text: string): Draft | undefined {
  const found = parsed(text)
  if (!isObject(found)) return undefined
  const { json: written, mode, timeout, meta, scraps } = found
  const json = typeof written === 'string' ? written : undefined
  const read = json === undefined ? undefined : readJson(json)
  const value = isObject(found['value']) ? (found['value'] as JsonObject) : {}
  const draft: Draft = {
    ...newDraft(read && 'args' in read ? read.args : value, mode === 'json' ? 'json' : 'form'),
    ...(json !== undefined && { json }),
    scraps: isObject(scraps) ? textsIn(scraps) : {},
    timeout: typeof timeout === 'string' ? timeout : '',
    meta: typeof meta === 'string' ? meta : ''
  }
  kept.add(draft)
  return draft
}

function textsIn(scraps: Record<string, unknown>): Readonly<Record<string, string>> {
  const texts = Object.entries(scraps).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(texts) as Record<string, string>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller begins anew
  }
}
