import { expect, it } from 'vitest'
import { EMPTY_CATALOGUE } from '../../../shared/calls/catalogue'
import type { ServerId } from '../../../shared/protocol/ids'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import { SeenNames } from './seen-names'

const ROW: TrafficRow = {
  seq: 1,
  time: 0,
  serverId: 'demo' as ServerId,
  origin: 'server',
  kind: 'request',
  bytes: 1
}

it('has each name once: from the rows that were seen, and from what servers list', () => {
  const seen = new SeenNames()
  const violations = [{ rule: 'not-json', message: 'It is no JSON.', clause: 'JSON-RPC' }]
  seen.see([
    { ...ROW, method: 'tools/call', target: 'echo' },
    { ...ROW, violations }
  ])
  seen.see([
    { ...ROW, method: 'resources/read', target: 'file:///b' },
    { ...ROW, method: 'tools/call', target: 'add' }
  ])
  const listed = {
    ...EMPTY_CATALOGUE,
    tools: [{ name: 'echo' }],
    resources: [{ uri: 'file:///a' }]
  }
  expect(seen.withListed(['files', 'demo'], [listed])).toEqual({
    servers: ['demo', 'files'],
    methods: ['resources/read', 'tools/call'],
    tools: ['add', 'echo'],
    resources: ['file:///a', 'file:///b'],
    prompts: [],
    rules: ['not-json']
  })
})
