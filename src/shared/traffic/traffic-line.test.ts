import { describe, expect, it } from 'vitest'
import { ServerId } from '../protocol/ids'
import { lineOf, readLine } from './traffic-line'

const entry = {
  seq: 7,
  time: 1_763_343_615_123.456,
  serverId: ServerId.parse('user:files'),
  origin: 'server',
  kind: 'result',
  bytes: 12,
  id: '7',
  answers: 3,
  tookMs: 1.25,
  timing: { sentMs: 0.1, doneMs: 1.25 },
  isPinned: true,
  note: 'look here',
  violations: [{ rule: 'id-type', message: 'It is a text.', clause: 'Responses' }]
} as const

describe('a line', () => {
  it('comes back as it went out', () => {
    const parts = { entry, raw: '{"id":"7"}\u2028', serverName: 'files' }
    expect(readLine(lineOf(parts))).toEqual(parts)
  })

  it.each([1_763_343_615_000, 1_763_343_615_000.001, 1_763_343_615_999.999])(
    'keeps the time %d to the microsecond',
    (time) => {
      expect(readLine(lineOf({ entry: { ...entry, time }, raw: '' })).entry.time).toBe(time)
    }
  )

  it('of an older recording is read with what it has', () => {
    const { entry: read } = readLine(
      '{"seq":1,"time":"2026-11-17T02:00:00.000Z","server":"demo","origin":"server","kind":"stderr","raw":"über","violations":[]}'
    )
    expect(read).toEqual({
      seq: 1,
      time: 1_794_880_800_000,
      serverId: 'demo',
      origin: 'server',
      kind: 'stderr',
      bytes: 5
    })
  })

  it.each([
    ['', 'This is not JSON.'],
    ['{}', 'This is not an entry: seq'],
    ['{"seq":0}', 'This is not an entry: seq'],
    [
      lineOf({ entry, raw: '' }).replace(/"time":"[^"]*"/, '"time":"noon"'),
      'time: it is not a time'
    ]
  ])('that is %s is refused with the reason', (line, why) => {
    expect(() => readLine(line)).toThrow(why)
  })
})
