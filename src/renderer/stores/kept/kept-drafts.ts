/** Drafts of one kind, kept in main so that they outlive the window. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import { keepText } from './keep-text'

export type KeptText = { readonly key: string; readonly text: string }

/** A draft without text is not kept: there is nothing in it. */
export function createKeptDrafts<Draft extends object>(
  kind: string,
  readDraft: (value: unknown) => Draft | undefined,
  textOf: (draft: Draft) => string | undefined = textOfMembers
) {
  const useDrafts = create<{ readonly drafts: Readonly<Record<string, Draft>> }>()(() => ({
    drafts: {}
  }))

  /** Names cannot run together, because JSON keeps them apart. */
  function keyOf(serverId: ServerId, name: string): string {
    return JSON.stringify([kind, serverId, name])
  }

  /** What was kept when the window was last open; what has been written since is newer. */
  function start(kept: readonly KeptText[]): void {
    const read = kept.flatMap(({ key, text }) => {
      const draft = isOfKind(key, kind) ? readDraft(parse(text)) : undefined
      return draft ? [[key, draft] as const] : []
    })
    useDrafts.setState(({ drafts }) => ({ drafts: { ...Object.fromEntries(read), ...drafts } }))
  }

  function save(key: string, draft: Draft): void {
    useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }))
    keepText(key, () => textOf(draft))
  }

  return { useDrafts, keyOf, start, save }
}

function textOfMembers(draft: object): string | undefined {
  return Object.keys(draft).length === 0 ? undefined : JSON.stringify(draft)
}

function isOfKind(key: string, kind: string): boolean {
  const parts = parse(key)
  return Array.isArray(parts) && parts.length === 3 && parts[0] === kind
}

/** Undefined for what is not JSON: a draft that cannot be read is no reason to show nothing. */
function parse(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined
  }
}
