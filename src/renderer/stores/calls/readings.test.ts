import { describe, expect, it } from 'vitest'
import type { ResourceReading } from '../../../shared/calls/exchange'
import { ServerId } from '../../../shared/protocol/ids'
import {
  NOTHING_READ,
  readingsKey,
  withReading,
  withRefusal,
  withStale,
  type Readings
} from './readings'

function reading(text: string, answerSeq: number): ResourceReading {
  const result = { contents: [{ uri: 'a://b', text }] }
  return {
    outcome: { kind: 'result', result },
    tookMs: 1,
    answerSeq,
    readAt: answerSeq,
    isCached: false,
    digest: `digest of ${text}`
  }
}

function readIn(...texts: readonly string[]): Readings {
  return texts.reduce(
    (readings, text, index) => withReading(readings, reading(text, index + 1)),
    NOTHING_READ
  )
}

const failed: ResourceReading = {
  outcome: { kind: 'timeout', afterMs: 5 },
  tookMs: 5,
  readAt: 9,
  isCached: false
}

describe('what was read of a resource', () => {
  it('has a version for each time that it was different', () => {
    const { versions, last } = readIn('one', 'one', 'two', 'one')
    expect(versions.map(({ readAt }) => readAt)).toEqual([4, 3, 1])
    expect(last?.readAt).toBe(4)
  })

  it('keeps the versions when the next reading fails', () => {
    const after = withReading(readIn('one'), failed)
    expect([after.last, after.versions.length]).toEqual([failed, 1])
  })

  it('does not grow without end', () => {
    const texts = Array.from({ length: 30 }, (_, index) => String(index))
    const { versions } = readIn(...texts)
    expect([versions.length, versions[0]?.readAt]).toEqual([20, 30])
  })

  it('has no new version where contents that are kept elsewhere came again', () => {
    const held = (text: string, answerSeq: number): ResourceReading => ({
      ...reading(text, answerSeq),
      outcome: { kind: 'held', isToolError: false }
    })
    const twice = withReading(withReading(NOTHING_READ, held('one', 7)), held('one', 8))
    expect([twice.last?.readAt, twice.versions.length]).toEqual([8, 1])
    expect(withReading(twice, held('two', 9)).versions).toHaveLength(2)
  })

  it('no longer waits once it was refused', () => {
    expect(withRefusal({ ...NOTHING_READ, runningKey: 'k' }, 'Not open.')).toEqual({
      ...NOTHING_READ,
      refusal: 'Not open.'
    })
  })
})

describe('what may have changed', () => {
  const [files, other] = [ServerId.parse('files'), ServerId.parse('other')]
  const keys = [
    readingsKey(files, 'a://b'),
    readingsKey(files, 'a://c'),
    readingsKey(other, 'a://b')
  ]
  const read = Object.fromEntries(keys.map((key) => [key, readIn('one')]))
  const times = (stale: Parameters<typeof withStale>[1]): readonly unknown[] =>
    Object.values(withStale(read, stale)).map(({ staleAt }) => staleAt)

  it('is one resource, or all of one server, as far as they were read', () => {
    expect(times([{ serverId: files, uri: 'a://c', time: 5 }])).toEqual([undefined, 5, undefined])
    expect(times([{ serverId: files, time: 6 }])).toEqual([6, 6, undefined])
    expect(times([{ serverId: other, uri: 'a://new', time: 7 }])).toEqual(Array(3).fill(undefined))
  })
})
