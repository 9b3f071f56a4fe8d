import { expect, it } from 'vitest'
import type { ServerId } from '../../../../shared/protocol/ids'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { pairOf } from './pair'

const ROW: TrafficRow = {
  seq: 7,
  time: 0,
  serverId: 'demo' as ServerId,
  origin: 'server',
  kind: 'notification',
  bytes: 1
}

it.each<[string, Partial<TrafficRow>, number]>([
  ['an answer leads to its request', { kind: 'result', answers: 3 }, 3],
  ['a second answer leads to the request too', { kind: 'error', repeats: 3 }, 3],
  ['a cancellation leads to what it cancels', { cancels: 4 }, 4],
  ['progress leads to its call', { belongsTo: 5 }, 5],
  ['a request leads to its answer', { kind: 'request', ending: { kind: 'result', seq: 9 } }, 9],
  [
    'a sign-in leads to its reply',
    { kind: 'auth', origin: 'workbench', ending: { kind: 'error', seq: 9, status: 401 } },
    9
  ],
  ['the reply of a sign-in leads to its request', { kind: 'auth', answers: 3, status: 200 }, 3],
  ['a late answer is an answer', { kind: 'request', ending: { kind: 'cancelled', seq: 9 } }, 9]
])('%s', (_, rest, seq) => {
  expect(pairOf({ ...ROW, ...rest }, false)).toEqual({ seq })
})

it.each<[Partial<TrafficRow>, string]>([
  [{ kind: 'request' }, 'No answer has come yet.'],
  [
    { kind: 'request', ending: { kind: 'cancelled' } },
    'The request was cancelled before an answer came.'
  ],
  [
    { kind: 'request', ending: { kind: 'abandoned' } },
    'The request was given up, or the session ended, before an answer came.'
  ],
  [{ kind: 'result' }, 'Frame #7 answers no request that was recorded.'],
  [{}, 'A notification has no answer.'],
  [{ kind: 'stderr' }, 'This is not a request or an answer, so it has no pair.']
])('where there is no pair, it says why: %j', (rest, why) => {
  expect(pairOf({ ...ROW, ...rest }, false)).toEqual({ why })
})

it('says that the answer is in the row when pairs are one row', () => {
  const request: TrafficRow = { ...ROW, kind: 'request', ending: { kind: 'result', seq: 9 } }
  expect(pairOf(request, true)).toEqual({ why: 'The answer, frame #9, is shown in the same row.' })
})
