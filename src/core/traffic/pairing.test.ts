import { describe, expect, it } from 'vitest'
import type { RpcId } from '../../shared/protocol/json-rpc'
import { Pairing, type SeenRequest } from './pairing'

function request(id: RpcId, seq = 1): SeenRequest {
  return { seq, origin: 'workbench', id, madeAt: 0, method: 'ping' }
}

describe('Pairing', () => {
  it('finds the request that an answer belongs to', () => {
    const pairing = new Pairing()
    pairing.expect(request(1, 10))
    pairing.expect(request(2, 11))
    expect(pairing.answer('server', 2, 0)).toMatchObject({
      how: 'answers',
      request: { seq: 11 },
      isLooselyTyped: false
    })
  })

  it('takes "1" for 1 and says so, and 1 for "1"', () => {
    const pairing = new Pairing()
    pairing.expect(request(1, 10))
    pairing.expect(request('2', 11))
    expect([pairing.answer('server', '1', 0), pairing.answer('server', 2, 0)]).toMatchObject([
      { how: 'answers', request: { seq: 10 }, isLooselyTyped: true },
      { how: 'answers', request: { seq: 11 }, isLooselyTyped: true }
    ])
  })

  it('prefers the request whose id has the same type', () => {
    const pairing = new Pairing()
    pairing.expect(request(1, 10))
    pairing.expect(request('1', 11))
    expect(pairing.answer('server', '1', 0)).toMatchObject({
      request: { seq: 11 },
      isLooselyTyped: false
    })
  })

  it.each(['', ' 1', '01', '1.0', '0x1', '1e0'])('does not take %j for a number', (id) => {
    const pairing = new Pairing()
    pairing.expect(request(0))
    pairing.expect(request(1))
    expect(pairing.answer('server', id, 0)).toEqual({ how: 'unknown' })
  })

  it('knows a second answer, whichever type its id has', () => {
    const pairing = new Pairing()
    pairing.expect(request(1))
    pairing.answer('server', '1', 0)
    expect([pairing.answer('server', '1', 0).how, pairing.answer('server', 1, 0).how]).toEqual([
      'again',
      'again'
    ])
  })

  it('answers requests with the same id in the order in which they were made', () => {
    const pairing = new Pairing()
    expect([10, 11, 12].map((seq) => pairing.expect(request(1, seq)))).toEqual([true, false, false])
    const answered = [1, 2].map(() => pairing.answer('server', 1, 0))
    expect(answered).toMatchObject([
      { how: 'answers', request: { seq: 10 } },
      { how: 'answers', request: { seq: 11 } }
    ])
    expect(pairing.abandon().map(({ seq }) => seq)).toEqual([12])
    expect(pairing.answer('server', 1, 0)).toMatchObject({ how: 'again', request: { seq: 11 } })
  })

  it('answers the one that is meant of those with the same id, and the others in their order', () => {
    const pairing = new Pairing()
    for (const seq of [10, 11, 12]) pairing.expect(request(1, seq))
    const answered = [12, undefined, 11].map((seq) => pairing.answer('server', 1, 0, seq))
    expect(answered).toMatchObject(
      [12, 10, 11].map((seq) => ({ how: 'answers', request: { seq } }))
    )
    expect(pairing.abandon()).toEqual([])
  })

  it('knows an answer to what was cancelled', () => {
    const pairing = new Pairing()
    pairing.expect(request(1))
    pairing.cancel('workbench', 1, 0)
    expect(pairing.answer('server', 1, 0).how).toBe('after cancel')
  })

  it('tells an answer that may have crossed the cancel from one that came long after', () => {
    const pairing = new Pairing()
    pairing.expect(request(1))
    pairing.cancel('workbench', 1, 10_000)
    const answers = [10_001, 60_000].map((time) => pairing.answer('server', 1, time))
    expect(answers).toMatchObject([{ mayHaveCrossed: true }, { mayHaveCrossed: false }])
  })

  it('lets only the one who asked cancel', () => {
    const pairing = new Pairing()
    pairing.expect(request(1))
    expect([pairing.cancel('server', 1, 0), pairing.answer('server', 1, 0).how]).toEqual([
      undefined,
      'answers'
    ])
  })

  it('tells when an id is used while it is still waited for, and not afterwards', () => {
    const pairing = new Pairing()
    const isNew = [pairing.expect(request(1)), pairing.expect(request(1))]
    for (const _ of isNew) pairing.answer('server', 1, 0)
    expect([...isNew, pairing.expect(request(1))]).toEqual([true, false, true])
  })

  it('hands out what waits in vain, once', () => {
    const pairing = new Pairing()
    pairing.expect(request(1))
    expect([pairing.abandon().length, pairing.abandon().length]).toEqual([1, 0])
  })

  it('tells long ids apart by all of their characters, halves of them included', () => {
    const pairing = new Pairing()
    const ids = ['a', 'b', '\ud800', '\ud801'].map(
      (end) => 'x'.repeat(1_000) + end + 'x'.repeat(500)
    )
    ids.forEach((id, index) => pairing.expect(request(id, index)))
    expect(ids.toReversed().map((id) => pairing.answer('server', id, 0))).toMatchObject(
      [3, 2, 1, 0].map((seq) => ({ how: 'answers', request: { seq } }))
    )
  })

  it('forgets the oldest that is over, and nothing that waits', () => {
    const pairing = new Pairing()
    pairing.expect(request('waits'))
    for (let id = 0; id < 5_000; id++) {
      pairing.expect(request(id))
      pairing.answer('server', id, 0)
    }
    expect([0, 4_999, 'waits'].map((id) => pairing.answer('server', id, 0).how)).toEqual([
      'unknown',
      'again',
      'answers'
    ])
  })
})
