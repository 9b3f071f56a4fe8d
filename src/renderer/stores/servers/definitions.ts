/** Definitions that the person has changed and not saved. They last until the app ends. */
import { create } from 'zustand'
import type { Draft } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'

/** `base` is what it was when the person began. */
export type KeptDraft = Draft & { readonly base: string }

export const useDefinitions = create<{ readonly drafts: Readonly<Record<string, KeptDraft>> }>()(
  () => ({ drafts: {} })
)

/** A new server has one draft, whatever scope it was begun in. */
export function definitionKey(serverId: ServerId | undefined): string {
  return serverId === undefined ? 'new' : `server ${serverId}`
}

export function keepDefinition(key: string, draft: KeptDraft): void {
  useDefinitions.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }))
}

export function dropDefinition(key: string): void {
  useDefinitions.setState(({ drafts }) => {
    const { [key]: _dropped, ...others } = drafts
    return { drafts: others }
  })
}
