import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/ids'
import { ENTRY_TEXT_LIMIT, type TrafficEntry } from '../../../shared/traffic'
import {
  firstLineOf,
  isCut,
  isLogLine,
  lineFilter,
  searchPattern,
  splitFound,
  type LogFilter
} from './log-lines'
import { linesText } from './log-text'

const demo = 'demo' as ServerId
const EVERYTHING: LogFilter = { least: 'debug', hasStderr: true, after: 0, search: '' }

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

describe('lineFilter', () => {
  const lines = [
    line(1, { text: 'Out of cheese' }),
    message(2, { level: 'debug', text: 'looking for cheese' }),
    message(3, { level: 'error', logger: 'cellar', text: 'no wine' }),
    message(4, { text: 'a level that nobody knows' })
  ]
  const numbers = (filter: Partial<LogFilter>) =>
    lines.filter(lineFilter({ ...EVERYTHING, ...filter }) ?? (() => true)).map(({ seq }) => seq)

  it('is nothing when all lines are wanted', () => {
    expect(lineFilter(EVERYTHING)).toBeUndefined()
  })

  it('hides what is below a level, but neither stderr nor what has no known level', () => {
    expect(numbers({ least: 'warning' })).toEqual([1, 3, 4])
    expect(numbers({ least: 'warning', hasStderr: false })).toEqual([3, 4])
  })

  it('finds what is written and who wrote it, in capitals or not', () => {
    expect(numbers({ search: ' CHEESE ' })).toEqual([1, 2])
    expect(numbers({ search: 'cellar' })).toEqual([3])
  })

  it('takes what is searched for as it is written', () => {
    const odd = [line(1, { text: 'a.b (c) [d] \\ $x^ {2} |' }), line(2, { text: 'axb' })]
    for (const search of ['a.b', '(c)', '[d]', '\\', '$x^', '{2}', '|']) {
      const passes = lineFilter({ ...EVERYTHING, search }) ?? (() => true)
      expect(odd.filter(passes).map(({ seq }) => seq)).toEqual([1])
    }
  })

  it('shows only what came after the view was cleared', () => {
    expect(numbers({ after: 2 })).toEqual([3, 4])
  })
})

describe('a row', () => {
  it('marks every place where the text is found, and loses nothing of it', () => {
    const parts = splitFound('Cheese, cheese and CHEESE.', searchPattern('cheese'))
    expect(parts).toEqual(['', 'Cheese', ', ', 'cheese', ' and ', 'CHEESE', '.'])
  })

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
