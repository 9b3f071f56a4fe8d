/** Where a frame comes from: which click, or what of Patchbay or the server. */
import type { CallId } from '../../../../shared/protocol/ids'
import { PERSON_ASKED } from '../../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'

export type Provenance = {
  readonly words: string
  /** What it can lead to, and the words for that. */
  readonly link?: { readonly label: string; readonly to: Place }
  /** After the link. */
  readonly rest?: string
}

export type Place =
  | { readonly kind: 'call'; readonly tool: string; readonly callId?: CallId }
  | { readonly kind: 'resource'; readonly uri: string }
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'frame'; readonly seq: number }

type Known = { readonly id: CallId; readonly tool: string; readonly startedAt: string }

const OWN: Readonly<Record<string, string>> = {
  initialize: 'for the handshake',
  'server/discover': 'to learn what the server is',
  'notifications/initialized': 'for the handshake',
  ping: 'for a sign of life',
  'tools/list': 'to list its tools',
  'resources/list': 'to list its resources',
  'resources/templates/list': 'to list its resource templates',
  'prompts/list': 'to list its prompts',
  'notifications/cancelled': 'because a request was given up',
  'completion/complete': 'while something was typed',
  'resources/subscribe': 'because a resource is subscribed to',
  'resources/unsubscribe': 'because a resource is no longer subscribed to',
  'logging/setLevel': 'because a log level was chosen'
}

const SIGNING_IN = 'Sent by Patchbay, to sign in'

/** `call` is the call that this request was made for, where that is still known. */
export function provenanceOf(row: TrafficRow, call: Known | undefined): Provenance {
  const { kind, origin, isByHand, belongsTo } = row
  if (kind === 'lifecycle') {
    return belongsTo === undefined
      ? { words: 'Noted by Patchbay' }
      : { words: 'Noted by Patchbay, for', link: frameLink(belongsTo) }
  }
  if (kind === 'auth' && row.method === PERSON_ASKED) {
    return { words: origin === 'server' ? 'Your answer' : 'Asked by Patchbay' }
  }
  if (kind === 'auth') {
    return { words: origin === 'server' ? 'Sent by the authorization server' : SIGNING_IN }
  }
  if (kind === 'stderr') return { words: 'Written by the server to stderr' }
  if (origin === 'server') {
    return belongsTo === undefined
      ? { words: 'Sent by the server' }
      : { words: 'Sent by the server, for', link: frameLink(belongsTo) }
  }
  return isByHand === true ? { words: 'Sent by hand' } : oursOf(row, call)
}

function oursOf(
  { kind, method = '', target = '' }: TrafficRow,
  call: Known | undefined
): Provenance {
  if (call) {
    const to = { kind: 'call', tool: call.tool, callId: call.id } as const
    return {
      words: 'Called from tool',
      link: { label: call.tool, to },
      rest: `at ${call.startedAt}`
    }
  }
  if (kind === 'request' && target !== '') {
    if (method === 'tools/call') {
      return {
        words: 'Called from tool',
        link: { label: target, to: { kind: 'call', tool: target } }
      }
    }
    if (method === 'resources/read') {
      return { words: 'Read for', link: { label: target, to: { kind: 'resource', uri: target } } }
    }
    if (method === 'prompts/get') {
      return {
        words: 'Asked for prompt',
        link: { label: target, to: { kind: 'prompt', name: target } }
      }
    }
  }
  const why = Object.hasOwn(OWN, method) ? OWN[method] : undefined
  return { words: why === undefined ? 'Sent by Patchbay' : `Sent by Patchbay, ${why}` }
}

function frameLink(seq: number): { readonly label: string; readonly to: Place } {
  return { label: `#${seq}`, to: { kind: 'frame', seq } }
}
