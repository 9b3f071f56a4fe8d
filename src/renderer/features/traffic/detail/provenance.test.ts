import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../../../shared/protocol/ids'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { provenanceOf, type Provenance } from './provenance'

function row(change: Partial<TrafficRow>): TrafficRow {
  const serverId = ServerId.parse('demo')
  return { seq: 4, time: 0, serverId, origin: 'workbench', kind: 'request', bytes: 1, ...change }
}

function told({ words, link, rest }: Provenance): string {
  return [words, link?.label, rest].filter((part) => part !== undefined).join(' ')
}

const call = { id: CallId.parse('call-1'), tool: 'echo', startedAt: '14:02:11' }

it.each<[Partial<TrafficRow>, string]>([
  [{ method: 'tools/call', target: 'echo' }, 'Called from tool echo'],
  [{ method: 'resources/read', target: 'demo://a' }, 'Read for demo://a'],
  [{ method: 'prompts/get', target: 'greet' }, 'Asked for prompt greet'],
  [{ method: 'initialize' }, 'Sent by Patchbay, for the handshake'],
  [{ method: 'ping' }, 'Sent by Patchbay, for a sign of life'],
  [{ method: 'ping', isByHand: true }, 'Sent by hand'],
  [{ method: 'constructor' }, 'Sent by Patchbay'],
  [{ origin: 'server', kind: 'notification', belongsTo: 3 }, 'Sent by the server, for #3'],
  [{ kind: 'lifecycle', belongsTo: 3 }, 'Noted by Patchbay, for #3'],
  [{ kind: 'stderr', origin: 'server' }, 'Written by the server to stderr']
])('says of %j where it comes from', (change, words) => {
  expect(told(provenanceOf(row(change), undefined))).toBe(words)
})

it('leads to the call that a request was made for', () => {
  const found = provenanceOf(row({ method: 'tools/call', target: 'echo' }), call)
  expect(told(found)).toBe('Called from tool echo at 14:02:11')
  expect(found.link?.to).toEqual({ kind: 'call', tool: 'echo', callId: 'call-1' })
})
