/** Which servers the person wants to give to another program; nothing is open without it. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'

export const useExport = create<{ readonly serverIds?: readonly ServerId[] | undefined }>()(
  () => ({})
)

/** Opens the dialog with these ticked. */
export function openExport(serverIds: readonly ServerId[]): void {
  // A menu gives the focus back to its row first; there it has to return when the dialog closes.
  requestAnimationFrame(() => setTimeout(() => useExport.setState({ serverIds })))
}

export function closeExport(): void {
  useExport.setState({ serverIds: undefined })
}
