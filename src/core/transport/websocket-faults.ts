/** What goes wrong with a WebSocket, in words. */
import type { WireFailure } from '../../shared/protocol/failure'
import type { Violation } from '../../shared/traffic/traffic'
import { preview } from '../text/preview'
import { shownAddress } from '../address/shown-address'

export const SUBPROTOCOL = 'mcp'

export function badAddress(url: string): WireFailure {
  const message = `${preview(shownAddress(url))} is not the address of a WebSocket.`
  return { class: 'network', code: 'ERR_INVALID_URL', message, isUnsent: true }
}

export const UNREAD: WireFailure = {
  class: 'network',
  code: 'EAGAIN',
  message: 'The server no longer reads what is sent to it.',
  isUnsent: true
}

export const BROKEN: WireFailure = {
  class: 'network',
  message: 'The WebSocket broke while the message was sent.',
  isUnsent: false
}

export function badUtf8(byte: number): Violation {
  const message = `This is not UTF-8 at byte ${byte}.`
  return { rule: 'bad-utf8', message, clause: 'RFC 6455, section 8.1' }
}

export const BINARY: Violation = {
  rule: 'binary-frame',
  message: 'This came as a binary message; a frame is text.',
  clause: 'Patchbay’s WebSocket transport'
}

export function violationsOf({ protocol }: { readonly protocol: string }): readonly Violation[] {
  if (protocol === SUBPROTOCOL) return []
  const message = 'The server did not choose the subprotocol "mcp".'
  return [{ rule: 'no-subprotocol', message, clause: 'Patchbay’s WebSocket transport' }]
}
