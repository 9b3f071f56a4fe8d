/** What the list of traffic can be asked for. */
import type { Origin } from '../protocol/json-rpc'
import { LOG_LEVELS, type LogLevel } from '../protocol/log-level'
import { DURATION, FRAME_NUMBER, SIZE } from './amounts'
import { parseQuery } from './query'
import type { ConditionIn, Query } from './terms'
import { amount, moment, named, type FieldName, type Vocabulary } from './vocabulary'

/** More than 95 of 100 calls may take. */
export const SLOW_MS = 500

export const STATES = {
  error: 'An error, a tool that failed, or a request that ended so',
  pending: 'A request that waits for its answer',
  violation: 'Breaks a rule of the protocol',
  slow: `Took more than ${SLOW_MS} ms`,
  cancelled: 'A request that was cancelled',
  pinned: 'You pinned it',
  noted: 'You wrote a note beside it',
  answered: 'A request that has its answer',
  unanswered: 'A request without an answer: it waits, was cancelled, or will never get one',
  log: 'A log message, or a line of stderr',
  progress: 'Tells how far a call is',
  background: 'Sent automatically: a ping, a probe or a poll'
} as const

export type State = keyof typeof STATES

const ORIGINS: Readonly<Record<Origin, string>> = {
  server: 'The server sent it',
  workbench: 'Patchbay sent it'
}

const LEVELS = Object.fromEntries(LOG_LEVELS.map((level) => [level, ''])) as Readonly<
  Record<LogLevel, string>
>

export const FRAMES = {
  fields: {
    server: named('server:files', 'The name or the id of the server', 'servers'),
    method: named('method:tools/*', 'The method; * stands for anything', 'methods'),
    tool: named('tool:echo', 'Calls of a tool', 'tools'),
    resource: named('resource:file:///*', 'Reads of a resource, by its URI', 'resources'),
    prompt: named('prompt:greeting', 'Uses of a prompt', 'prompts'),
    target: named(
      'target:*report*',
      'Any tool, resource or prompt',
      'tools',
      'resources',
      'prompts'
    ),
    kind: {
      example: 'kind:request|notification',
      meaning: 'What kind of frame it is',
      takes: 'word',
      words: {
        request: 'Asks for an answer',
        result: 'Answers with a result',
        error: 'Answers with an error',
        notification: 'Asks for no answer',
        noise: 'Is not a frame',
        stderr: 'A line of stderr',
        auth: 'Signing in: a request to an authorization server, or its reply',
        event: 'Started, exited, reconnected'
      },
      synonyms: { 'not a frame': 'noise', lifecycle: 'event', 'sign-in': 'auth' },
      stored: { event: 'lifecycle' }
    },
    is: {
      example: 'is:error|pending',
      meaning: 'What became of it, or what it is marked with',
      takes: 'word',
      words: STATES,
      hasMany: true
    },
    id: {
      example: 'id:7',
      meaning: 'The id of a request and its answer; id:"7" is the text, not the number',
      takes: 'id'
    },
    origin: {
      example: 'origin:server',
      meaning: 'Who sent it',
      takes: 'word',
      words: ORIGINS,
      synonyms: { sent: 'workbench', received: 'server', patchbay: 'workbench' }
    },
    took: amount('took:>500ms', 'How long the answer took, in us, ms, s or m', DURATION),
    size: amount('size:>10kb', 'How large the frame is, in b, kb or mb', SIZE),
    after: moment('after:14:02', 'At that time of the last day, or later'),
    before: moment('before:14:02:33.5', 'Before that time of the last day'),
    rule: {
      ...named('rule:stdout-noise', 'The rule of the protocol that it breaks', 'rules'),
      hasMany: true
    },
    level: {
      example: 'level:error|critical',
      meaning: 'The level of a log message',
      takes: 'word',
      words: LEVELS
    },
    log: {
      example: 'log:"timed out"',
      meaning: 'A log message or a line of stderr with this in it',
      takes: 'text'
    },
    frame: amount('frame:41..60', 'The number of the frame', FRAME_NUMBER)
  },
  takesUnknownFieldsAsText: true,
  numberField: 'frame',
  completesWords: ['is', 'method', 'target', 'server', 'rule'],
  help: {
    before: [
      { example: 'hello', meaning: 'Frames with this text, in capitals or not' },
      { example: '"two words"', meaning: 'Frames with exactly this text' },
      { example: '"-32601"', meaning: 'Quoted, because a leading - means: not' },
      { example: '/tim(e|ed) ?out/i', meaning: 'Frames that match this pattern; i is for any case' }
    ],
    after: [
      { example: 'kind:auth', meaning: 'What passed while signing in (OAuth)' },
      { example: 'is:unanswered', meaning: STATES.unanswered },
      { example: '#41', meaning: 'The frame with this number' },
      { example: 'took:100ms..2s', meaning: 'Between two amounts; so for size: and frame:' },
      { example: 'after:2026-01-31T14:02', meaning: 'At that time of that day, or later' },
      {
        example: 'server:"my files"|git',
        meaning: 'One or the other; names with spaces are quoted'
      },
      { example: '-is:log', meaning: 'Not this; ! is the same' },
      { example: 'server:files is:error', meaning: 'All of the terms have to hold' }
    ]
  }
} as const satisfies Vocabulary

type Frames = typeof FRAMES
export type FrameField = FieldName<Frames>
export type FrameCondition = ConditionIn<Frames>
export type FrameQuery = Query<FrameCondition>

export function parseFrameFilter(text: string): FrameQuery {
  return parseQuery(text, FRAMES)
}

/** Those that a request enters or leaves when it ends. */
const OF_ENDING: ReadonlySet<string> = new Set<State>([
  'error',
  'pending',
  'slow',
  'cancelled',
  'answered',
  'unanswered'
])

/** Whether a request may match, or match no more, once it is known what became of it. */
export function dependsOnEnding(query: Pick<FrameQuery, 'terms'>): boolean {
  return (
    query.terms.some(({ condition }) => condition.field === 'took') ||
    asksFor(query, (state) => OF_ENDING.has(state))
  )
}

/** Whether the filter asks for one of these states, or for everything that is not in it. */
export function asksFor(
  { terms }: Pick<FrameQuery, 'terms'>,
  isWanted: (state: string) => boolean
): boolean {
  return terms.some(({ condition }) => condition.field === 'is' && condition.anyOf.some(isWanted))
}
