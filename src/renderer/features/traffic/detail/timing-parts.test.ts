import { expect, it } from 'vitest'
import { partsOf } from './timing-parts'

it('divides the time into parts that make up the whole', () => {
  expect(partsOf({ sentMs: 2, firstByteMs: 10, doneMs: 12 })).toEqual([
    { kind: 'queued', word: 'Queued', ms: 2 },
    { kind: 'waiting', word: 'Waiting', ms: 8 },
    { kind: 'receiving', word: 'Receiving', ms: 2 }
  ])
})

it('has no part that nobody knows of, and none that is less than nothing', () => {
  expect(partsOf({ doneMs: 5 }).map(({ kind, ms }) => [kind, ms])).toEqual([['waiting', 5]])
  expect(partsOf({ sentMs: 9, firstByteMs: 3, doneMs: 5 }).map(({ ms }) => ms)).toEqual([5, 0, 0])
})
