import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import { ENTRY_TEXT_LIMIT, type TrafficEntry } from '../../../shared/traffic/traffic'
import { firstLineOf, isCut, isLogLine } from './log-lines'
import { linesText } from './log-text'

const demo = 'demo' as ServerId

function line(seq: number, rest: Partial<TrafficEntry> = {}): TrafficEntry {
  return { seq, time: 0, serverId: demo, origin: 'server', kind: 'stderr', bytes: 1, ...rest }
}

function message(seq: number, rest: Partial<TrafficEntry>): TrafficEntry {
  return line(seq, { kind: 'notification', method: 'notifications/message', ...rest })
}

describe('isLogLine', () => {
  it('is what the process wrote and what the server sent as a message, and no other frame', () => {
    const entries = [
      line(1),
      line(2, { kind: 'request', method: 'tools/call' }),
      line(3, { kind: 'notification', method: 'notifications/progress' }),
      message(4, { text: 'hello' })
    ]
    expect(entries.filter(isLogLine).map(({ seq }) => seq)).toEqual([1, 4])
  })
})

describe('a row', () => {
  it('shows the first line that says something, and tells of the others', () => {
    expect(firstLineOf('\nTraceback:\n  at x\n')).toEqual({ line: 'Traceback:', more: 2 })
    expect(firstLineOf('')).toEqual({ line: '', more: 0 })
  })

  it('says when it has only the beginning of what was said', () => {
    const long = line(7, { text: 'x'.repeat(ENTRY_TEXT_LIMIT) })
    expect([line(1, { text: 'x' }), long].map(isCut)).toEqual([false, true])
    expect(linesText([long])).toMatch(/x… \(only the beginning; frame #7 has all\)\n$/)
  })

  it('is copied as it was said', () => {
    const said = [line(1, { text: 'a\u200bb' }), message(2, { level: 'info', text: 'x' })]
    expect(linesText(said)).toMatch(/^[\d:.]+ stderr a\u200bb\n[\d:.]+ message info x\n$/)
  })
})
