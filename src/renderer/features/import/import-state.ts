/** What was found and what the person has ticked. Outlives the page, as a draft does. */
import { create } from 'zustand'
import type { ImportReport } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import type { WritableScope } from '../../../shared/servers/server-config'
import type { Edit, Edits } from './choices'

/** Where servers are looked for. */
export type ImportSource =
  | { readonly kind: 'scan' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }

export type ImportState = {
  readonly source: ImportSource
  readonly scope: WritableScope
  /** Undefined until something was looked at. */
  readonly report?: ImportReport
  readonly isLoading: boolean
  /** A whole sentence: what went wrong the last time. */
  readonly problem?: string | undefined
  readonly edits: Edits
  /** Undefined until the person says so themselves. */
  readonly hasSecrets?: boolean | undefined
  /** What the last import has brought, until the next look at something else. */
  readonly imported?: readonly ServerId[] | undefined
}

export function emptyImport(): ImportState {
  return { source: { kind: 'scan' }, scope: 'user', isLoading: false, edits: {} }
}

export const useImport = create<ImportState>()(emptyImport)

export function editServer(key: string, edit: Edit): void {
  useImport.setState(({ edits }) => ({ edits: { ...edits, [key]: { ...edits[key], ...edit } } }))
}

export function tickServers(keys: readonly string[], isTicked: boolean): void {
  useImport.setState(({ edits }) => ({
    edits: {
      ...edits,
      ...Object.fromEntries(keys.map((key) => [key, { ...edits[key], isTicked }]))
    }
  }))
}

export function moveSecrets(hasSecrets: boolean): void {
  useImport.setState({ hasSecrets })
}
