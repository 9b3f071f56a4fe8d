/** What can be done with calls that have been made. */
import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { SnippetFormat } from '../../../shared/servers/snippet'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo, tell } from '../../stores/window/notices'
import { showNewestCall } from '../../stores/window/view'
import type { Sent } from '../call/call-options'
import type { HistoryRow } from './history-rows'
import { wholeRow } from './whole-row'

/** Hands on what was sent with a call, all of it. */
export function restore(row: HistoryRow, onReuse: (sent: Sent) => void): void {
  if (row.hasLargeArguments === true) wholeRow(row).then(onReuse, notify)
  else onReuse(row)
}

/** The same call once more, as main knows it: what is shown of it may stand for a hidden value. */
export async function runAgain({ id: callId }: HistoryRow): Promise<void> {
  try {
    const { serverId, tool } = await request('call.repeat', { callId })
    showNewestCall(serverId, tool)
  } catch (error) {
    notify(error)
  }
}

export function pin({ id, isPinned }: HistoryRow): void {
  request('history.change', { callId: id, isPinned: !isPinned }).catch(notify)
}

/** An empty name is none. */
export function nameCall(callId: CallId, name: string): void {
  request('history.change', { callId, name: name.trim() }).catch(notify)
}

export async function removeCall(callId: CallId): Promise<void> {
  try {
    notifyUndo(await request('history.remove', { callId }))
  } catch (error) {
    notify(error)
  }
}

/** What is pinned stays, and so does what still runs. */
export async function clearHistory(serverId: ServerId, tool: string): Promise<void> {
  try {
    notifyUndo(await request('history.clear', { serverId, tool }))
  } catch (error) {
    notify(error)
  }
}

export const SNIPPETS: readonly { readonly format: SnippetFormat; readonly label: string }[] = [
  { format: 'cli', label: 'CLI command' },
  { format: 'curl', label: 'curl' },
  { format: 'frame', label: 'JSON-RPC frame' },
  { format: 'typescript', label: 'TypeScript' }
]

export async function copyAs(row: HistoryRow, format: SnippetFormat): Promise<void> {
  try {
    const { serverId, tool, arguments: args, meta, timeoutMs } = await wholeRow(row)
    const wanted = {
      serverId,
      tool,
      arguments: args,
      ...(meta && { meta }),
      ...(timeoutMs !== undefined && { timeoutMs })
    }
    const text = await request('snippet.make', { ...wanted, format })
    await navigator.clipboard.writeText(text)
    const label = SNIPPETS.find((snippet) => snippet.format === format)?.label ?? format
    const toFillIn = text.includes(HIDDEN_VALUE)
      ? ` Write the hidden value where ${HIDDEN_VALUE} stands.`
      : ''
    tell(`Copied as ${label}.${toFillIn}`)
  } catch (error) {
    notify(error)
  }
}
