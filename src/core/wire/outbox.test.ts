import { describe, expect, it } from 'vitest'
import type { WireFailure } from '../../shared/protocol/failure'
import { fakeClock } from '../time/fake-clock'
import { LIMITS } from '../bounds/limits'
import { Outbox } from './outbox'

function outbox(mostInFlight?: number) {
  const clock = fakeClock()
  const failures: WireFailure[] = []
  const box = new Outbox({
    clock,
    congestion: () => undefined,
    onUntaken: (failure) => failures.push(failure),
    ...(mostInFlight !== undefined && { mostInFlight })
  })
  const untaken: PromiseWithResolvers<void>[] = []
  const answer = (bytes = 40): Promise<void> => {
    const taken = Promise.withResolvers<void>()
    return box.answer(bytes, () => {
      untaken.push(taken)
      return taken.promise
    })
  }
  /** The server takes the oldest answer of those that are on their way. */
  const take = async (): Promise<void> => {
    untaken.shift()?.resolve()
    await new Promise(setImmediate)
  }
  return { box, clock, failures, answer, take, onTheirWay: () => untaken.length }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), settled().then(() => false)])
}

describe('answers that wait', () => {
  it('stop the reading when they are too many, until there is room again', async () => {
    const { box, answer, take } = outbox()
    for (let count = 0; count < LIMITS.answersWaiting.most; count++) void answer()
    expect(box.congestion).toBeUndefined()
    void answer()
    const { congestion } = box
    if (!congestion) throw new Error('There is room for one more.')
    expect(await isSettled(congestion)).toBe(false)
    await take()
    expect(await isSettled(congestion)).toBe(true)
    expect(box.congestion).toBeUndefined()
  })

  it('stop the reading when they are too large', async () => {
    const { box, answer, take } = outbox()
    void answer(LIMITS.answerBytesWaiting.most)
    expect(box.congestion).toBeUndefined()
    void answer(1)
    expect(box.congestion).toBeDefined()
    await take()
    expect(box.congestion).toBeUndefined()
  })

  it('take turns where only some may be on their way', async () => {
    const { box, answer, take, onTheirWay } = outbox(2)
    const [first, , third] = [answer(), answer(), answer(), answer()]
    expect(onTheirWay()).toBe(2)
    await take()
    await first
    expect(onTheirWay()).toBe(2)
    await take()
    await take()
    await third
    expect(onTheirWay()).toBe(1)
    expect(box.congestion).toBeUndefined()
  })

  it('let the reading go on once the wire is over', async () => {
    const { box, answer } = outbox()
    for (let count = 0; count < 1_000; count++) void answer()
    const { congestion } = box
    box.end()
    await congestion
    expect(box.congestion).toBeUndefined()
  })
})

describe('answers that nobody takes', () => {
  it('are the end after half a minute, with a sentence that says so', async () => {
    const { clock, failures, answer } = outbox()
    void answer()
    void answer()
    clock.pass(29_999)
    expect(failures).toEqual([])
    clock.pass(1)
    expect(failures).toEqual([
      {
        class: 'unread',
        message: 'The server does not read what is sent to it: 2 answers have waited for 30 s.',
        isUnsent: false
      }
    ])
    expect(clock.timers.size).toBe(0)
  })

  it('are counted from the last one that was taken', async () => {
    const { clock, failures, answer, take } = outbox()
    for (let count = 0; count < 3; count++) void answer()
    clock.pass(20_000)
    await take()
    clock.pass(29_999)
    expect(failures).toEqual([])
    clock.pass(1)
    expect(failures).toHaveLength(1)
  })

  it('are no longer waited for when all were taken', async () => {
    const { clock, failures, answer, take } = outbox()
    void answer()
    clock.pass(20_000)
    await take()
    expect(clock.timers.size).toBe(0)
    void answer()
    clock.pass(29_999)
    expect(failures).toEqual([])
  })

  it('have time while the machine sleeps', async () => {
    const { box, clock, failures, answer } = outbox()
    void answer()
    clock.pass(20_000)
    const release = box.hold()
    clock.pass(600_000)
    release()
    clock.pass(29_999)
    expect(failures).toEqual([])
    clock.pass(1)
    expect(failures).toHaveLength(1)
  })
})

it('is full when too many messages of any kind wait', () => {
  const { box, clock } = outbox()
  const ends = Array.from({ length: LIMITS.messagesWaiting.most }, () => box.wait())
  expect(box.isFull).toBe(true)
  expect(box.untakenSince).toBe(0)
  clock.pass(5)
  ends.pop()?.()
  expect(box.isFull).toBe(false)
  expect(box.untakenSince).toBe(5)
  for (const end of ends) end()
  expect(box.untakenSince).toBeUndefined()
})
