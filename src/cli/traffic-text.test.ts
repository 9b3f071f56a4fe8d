import { expect, it } from 'vitest'
import { ServerId } from '../shared/ids'
import type { TrafficRow } from '../shared/traffic-row'
import { rowText } from './traffic-text'

const REQUEST: TrafficRow = {
  seq: 1,
  time: 0,
  serverId: ServerId.parse('demo'),
  origin: 'workbench',
  kind: 'request',
  bytes: 1,
  method: 'ping',
  ending: { kind: 'result', seq: 2, tookMs: 1.5 }
}

it('shows in the row of a pair what is wrong with its answer', () => {
  const violations = [{ rule: 'id-type', message: 'Another type.', clause: 'c' }]
  const answer: TrafficRow = { ...REQUEST, seq: 2, kind: 'result', violations }
  const raw = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  expect(rowText(REQUEST, raw, 'demo', true, answer)).toMatch(
    /ping 1 \{\} {2}= result, 1\.5 ms, entry 2 {2}! id-type$/
  )
})
