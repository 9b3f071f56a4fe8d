import { expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficRow } from '../../shared/traffic/traffic-row'
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

it('shows an exchange with an authorization server by its first line and its status', () => {
  const row: TrafficRow = {
    seq: 3,
    time: 0,
    serverId: ServerId.parse('demo'),
    origin: 'workbench',
    kind: 'auth',
    bytes: 0,
    method: 'POST',
    target: 'https://as.test/token',
    ending: { kind: 'error', seq: 4, tookMs: 5, status: 400 }
  }
  const raw = 'POST https://as.test/token\ncontent-type: text/plain\n\nhello'
  expect(rowText(row, raw, 'demo', true)).toMatch(
    /demo {2}→ {2}auth {10}POST https:\/\/as\.test\/token {2}= 400, 5\.0 ms, entry 4$/
  )
})
