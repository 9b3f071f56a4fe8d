/** The words of the language: what can be asked for, and by which names. */
import type { Origin } from '../json-rpc'
import { LOG_LEVELS, type LogLevel } from '../log-level'

/** More than 95 of 100 calls may take. */
export const SLOW_MS = 500

type Description = { readonly example: string; readonly meaning: string }

export const FIELDS = {
  server: { example: 'server:files', meaning: 'The name or the id of the server' },
  method: { example: 'method:tools/*', meaning: 'The method; * stands for anything' },
  tool: { example: 'tool:echo', meaning: 'Calls of a tool' },
  resource: { example: 'resource:file:///*', meaning: 'Reads of a resource, by its URI' },
  prompt: { example: 'prompt:greeting', meaning: 'Uses of a prompt' },
  target: { example: 'target:*report*', meaning: 'Any tool, resource or prompt' },
  kind: { example: 'kind:request|notification', meaning: 'What kind of frame it is' },
  is: { example: 'is:error|pending', meaning: 'What became of it, or what it is marked with' },
  id: {
    example: 'id:7',
    meaning: 'The id of a request and its answer; id:"7" is the text, not the number'
  },
  origin: { example: 'origin:server', meaning: 'Who sent it' },
  took: { example: 'took:>500ms', meaning: 'How long the answer took, in us, ms, s or m' },
  size: { example: 'size:>10kb', meaning: 'How large the frame is, in b, kb or mb' },
  after: { example: 'after:14:02', meaning: 'At that time of the last day, or later' },
  before: { example: 'before:14:02:33.5', meaning: 'Before that time of the last day' },
  rule: { example: 'rule:stdout-noise', meaning: 'The rule of the protocol that it breaks' },
  level: { example: 'level:error|critical', meaning: 'The level of a log message' },
  frame: { example: 'frame:41..60', meaning: 'The number of the frame' }
} as const satisfies Readonly<Record<string, Description>>

export type Field = keyof typeof FIELDS

export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[]

export function isField(name: string): name is Field {
  return Object.hasOwn(FIELDS, name)
}

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

const KINDS = {
  request: 'Asks for an answer',
  result: 'Answers with a result',
  error: 'Answers with an error',
  notification: 'Asks for no answer',
  noise: 'Is not a frame',
  stderr: 'A line of stderr',
  auth: 'Signing in: a request to an authorization server, or its reply',
  event: 'Started, exited, reconnected'
} as const

const ORIGINS: Readonly<Record<Origin, string>> = {
  server: 'The server sent it',
  workbench: 'Patchbay sent it'
}

const LEVELS = Object.fromEntries(LOG_LEVELS.map((level) => [level, ''])) as Readonly<
  Record<LogLevel, string>
>

/** Words of the list and of recordings that mean the same. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'not a frame': 'noise',
  lifecycle: 'event',
  'sign-in': 'auth',
  sent: 'workbench',
  received: 'server',
  patchbay: 'workbench'
}

/** The fields that take one of few words, and what these mean. */
export const CHOICES = { kind: KINDS, is: STATES, origin: ORIGINS, level: LEVELS } as const
