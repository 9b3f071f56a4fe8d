/** What calls that have ended can be asked for. */
import { ENDINGS, type Ending } from '../calls/call'
import { DURATION, SIZE } from './amounts'
import { SLOW_MS } from './frames'
import { parseQuery } from './query'
import type { ConditionIn, Query } from './terms'
import { amount, moment, named, type Vocabulary } from './vocabulary'

export const CALL_STATES = {
  error: 'An error, a tool that failed, or no answer',
  violation: 'The answer breaks a rule of the protocol',
  slow: `Took more than ${SLOW_MS} ms`,
  pinned: 'You pinned it',
  named: 'You gave it a name',
  forced: 'Sent although the schema forbids its arguments'
} as const

export type CallState = keyof typeof CALL_STATES

const MEANINGS: Readonly<Record<Ending, string>> = {
  ok: 'A result',
  'tool-error': 'The tool says that it failed',
  error: 'An error of the protocol',
  timeout: 'No answer in time',
  cancelled: 'You cancelled it',
  'connection-lost': 'The connection ended before an answer',
  'not-an-answer': 'Something else came instead of an answer'
}

const STATUSES = Object.fromEntries(
  ENDINGS.map((ending) => [ending, MEANINGS[ending]])
) as Readonly<Record<Ending, string>>

export const CALLS = {
  fields: {
    server: named('server:files', 'The name or the id of the server', 'servers'),
    tool: named('tool:echo', 'Calls of a tool', 'tools'),
    name: named('name:*report*', 'The name that you gave it; * stands for anything'),
    status: {
      example: 'status:error|timeout',
      meaning: 'How it ended',
      takes: 'word',
      words: STATUSES
    },
    is: {
      example: 'is:error|pinned',
      meaning: 'What became of it, or what it is marked with',
      takes: 'word',
      words: CALL_STATES,
      hasMany: true
    },
    took: amount('took:>500ms', 'How long it took, in us, ms, s or m', DURATION),
    size: amount('size:>10kb', 'How large the answer is, in b, kb or mb', SIZE),
    after: moment('after:14:02', 'At that time of the last day, or later'),
    before: moment('before:2026-01-31', 'Before that day, or before a time such as 14:02:33.5')
  },
  takesUnknownFieldsAsText: true,
  completesWords: ['is', 'status', 'tool', 'server'],
  help: {
    before: [
      { example: 'hello', meaning: 'Calls with this text in their arguments, answer or name' },
      { example: '"two words"', meaning: 'Calls with exactly this text' },
      { example: '/tim(e|ed) ?out/i', meaning: 'Calls that match this pattern; i is for any case' }
    ],
    after: [
      { example: '-status:ok', meaning: 'Not this; ! is the same' },
      { example: 'is:error took:>2s', meaning: 'All of the terms have to hold' }
    ]
  }
} as const satisfies Vocabulary

export function parseCallFilter(text: string): Query<ConditionIn<typeof CALLS>> {
  return parseQuery(text, CALLS)
}
