/** Frames that a person sends: made of another one, the same once more, or from scratch. */
import { messageOf } from '../../../../shared/protocol/errors'
import { withId } from '../../../../shared/protocol/frame-id'
import type { ServerId } from '../../../../shared/protocol/ids'
import { compactJson, layOutJson } from '../../../../shared/json/json-text'
import { request } from '../../../bridge/bridge'
import { notify, tell } from '../../../stores/window/notices'
import { useServers } from '../../../stores/servers/servers'
import { useSessions } from '../../../stores/servers/sessions'
import { useView } from '../../../stores/window/view'
import { revealFrame } from '../../../stores/records/dock'
import { draftOf, openSoon, type FrameRef } from './frame-work'

/** More than this nobody edits by hand, and the editor would be slow. */
const EDITED_CHARS = 1_000_000

type Sent = FrameRef & { readonly serverId: ServerId; readonly isImported: boolean }

export function editAndResend({ recording, seq, serverId, isImported }: Sent): void {
  void open().catch(notify)

  async function open(): Promise<void> {
    const limit = EDITED_CHARS
    const { text, totalChars } = await request('traffic.raw', { recording, seq, limit })
    if (totalChars > text.length) {
      const otherwise = isImported ? '' : ' Replay sends it as it was.'
      return notify(`Frame #${seq} is too large to be edited here.${otherwise}`)
    }
    const id = await freshId(serverId)
    const fresh = id === undefined ? text : withId(text, id)
    const chosen = isListed(serverId) ? serverId : firstServer()
    const original = layOutJson(fresh) ?? fresh
    const from = { recording, seq }
    openSoon({ sending: { serverId: chosen, text: draftOf(from) ?? original, original, from } })
  }
}

export function replay({ recording, seq }: FrameRef): void {
  request('traffic.replay', { recording, seq }).then((again) => {
    revealFrame(again)
    tell(`Frame #${seq} was sent again as #${again}.`)
  }, notify)
}

/** A frame from scratch, to the server that the person looks at. */
export function sendRawFrame(): void {
  void open().catch(notify)

  async function open(): Promise<void> {
    const { serverId: looked } = useView.getState()
    const serverId = looked !== undefined && isOpenServer(looked) ? looked : firstServer()
    const id = (serverId && (await freshId(serverId))) ?? 1
    const original = JSON.stringify(scratch(id), null, 2)
    openSoon({ sending: { serverId, text: draftOf(undefined) ?? original, original } })
  }
}

function scratch(id: number | string): object {
  return { jsonrpc: '2.0', id, method: 'ping', params: {} }
}

/** Undefined when the server is not open: then nobody knows what it has had. */
export async function freshId(serverId: ServerId): Promise<number | string | undefined> {
  if (!isOpenServer(serverId)) return undefined
  return request('traffic.freshId', { serverId }).catch(() => undefined) // it may have closed since
}

/** What is JSON goes on one line; what is not goes as it is. Says what went wrong, if anything. */
export async function sendFrame(
  serverId: ServerId,
  text: string,
  isForced: boolean
): Promise<string | undefined> {
  try {
    const seq = await request('traffic.send', {
      serverId,
      text: compactJson(text) ?? text,
      ...(isForced && { isForced })
    })
    revealFrame(seq)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

export function isOpenServer(serverId: ServerId): boolean {
  return useSessions.getState().byServer[serverId]?.state.phase === 'ready'
}

function isListed(serverId: ServerId): boolean {
  return useServers.getState().servers.some(({ id }) => id === serverId)
}

function firstServer(): ServerId | undefined {
  const { servers } = useServers.getState()
  return (servers.find(({ id }) => isOpenServer(id)) ?? servers[0])?.id
}
