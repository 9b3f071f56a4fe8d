/** Rows of all kinds, and a database that has them. */
import { DatabaseSync } from 'node:sqlite'
import fc from '../../../shared/json/properties-testing'
import { LOG_LEVELS } from '../../../shared/protocol/log-level'
import type { Violation } from '../../../shared/traffic/traffic'
import type { Ending, TrafficRow } from '../../../shared/traffic/traffic-row'
import { addQueryFunctions } from '../../query/query-functions'
import { DAY, SERVER_IDS, type Sample } from './query-oracle-testing'

/** Not the first, so that keys are not numbers of frames. */
export const RECORDING = 3
const SPAN = 4_294_967_296
const HOUR_MS = 3_600_000

const RAWS = [
  '{"jsonrpc":"2.0","id":7}',
  'Hello World',
  'hello, WORLD',
  '100% of a_b',
  '100 of axb',
  'C:\\Temp and c:/temp',
  'une École',
  'une éCOLE',
  'une ecole',
  'ΟΔΟΣΑ',
  'οδος',
  '日本語 😀',
  '\u212a is not what it looks like, and \u0130 neither',
  `'; DROP TABLE entry; --`,
  'two\nlines of hello',
  ''
]
const METHODS = [
  'tools/call',
  'tools/list',
  'resources/read',
  'prompts/get',
  'ping',
  'notifications/message',
  'notifications/progress'
]
const TARGETS = ['echo', 'Echo', 'echo*', 'écho', 'file:///a b']
const RULES = ['not-json', 'not-json-rpc', 'batch']
const TOOK = [0.1, 0.25, 100, 499.9, 500, 500.1, 2_000, 70_000]

function violation(rule: string): Violation {
  return { rule, message: 'It "breaks" a rule.', clause: 'Basic' }
}

function optional<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 })
}

const someEnding: fc.Arbitrary<Ending> = fc.record(
  {
    kind: fc.constantFrom(...(['result', 'error', 'noise', 'cancelled', 'abandoned'] as const)),
    seq: fc.integer({ min: 1, max: 200 }),
    tookMs: fc.constantFrom(...TOOK),
    isToolError: fc.boolean()
  },
  { requiredKeys: ['kind'] }
)

type Drawn = Omit<TrafficRow, 'seq'>

const someRow = fc
  .record({
    time: fc.oneof(
      fc.constantFrom(DAY.getTime(), new Date(DAY).setHours(14, 2), Date.UTC(2026, 10, 17, 12)),
      fc
        .integer({ min: -6 * HOUR_MS, max: 24 * HOUR_MS - 1 })
        .map((sinceMidnight) => DAY.getTime() + sinceMidnight + 0.25)
    ),
    serverId: fc.constantFrom(...SERVER_IDS),
    origin: fc.constantFrom(...(['server', 'workbench'] as const)),
    kind: fc.constantFrom(
      ...(['request', 'request', 'result', 'error', 'notification'] as const),
      ...(['noise', 'stderr', 'auth', 'lifecycle'] as const)
    ),
    bytes: fc.constantFrom(0, 121, 1_024, 10_240, 10_241, 2_000_000),
    method: optional(fc.constantFrom(...METHODS)),
    target: optional(fc.constantFrom(...TARGETS)),
    id: optional(fc.constantFrom(1, 7, 1.5, '1', '7', 'é"', '')),
    tookMs: optional(fc.constantFrom(...TOOK)),
    isToolError: optional(fc.boolean()),
    status: fc.constantFrom(0, 200, 302, 401),
    level: optional(fc.constantFrom(...LOG_LEVELS)),
    violations: optional(fc.subarray(RULES, { minLength: 1 }).map((rules) => rules.map(violation))),
    ending: optional(someEnding),
    isPinned: optional(fc.boolean()),
    note: optional(fc.constantFrom('', 'look here')),
    text: optional(fc.constantFrom(...RAWS)),
    logger: optional(fc.constantFrom('db', 'Hello', 'b*'))
  })
  .map(({ ending, tookMs, isToolError, status, ...row }): Drawn => {
    // Only a request has an ending, and only an answer has taken its time.
    const isSignIn = row.kind === 'auth'
    if (row.kind === 'request' || (isSignIn && row.origin === 'workbench')) {
      return defined({ ...row, ending })
    }
    if (isSignIn) return defined({ ...row, tookMs, status })
    const isAnswer = row.kind === 'result' || row.kind === 'error' || row.kind === 'noise'
    return defined({ ...row, ...(isAnswer && { tookMs, isToolError }) })
  })

function defined(row: { readonly [Key in keyof Drawn]: Drawn[Key] | undefined }): Drawn {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined)
  ) as unknown as Drawn
}

/** The same each time. */
export function someSamples(count: number): readonly Sample[] {
  const drawn = fc.tuple(someRow, fc.constantFrom(...RAWS))
  return fc
    .sample(drawn, { numRuns: count, seed: 6 })
    .map(([row, raw], index) => ({ row: { ...row, seq: index + 1 }, raw }))
}

export function databaseWith(samples: readonly Sample[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  addQueryFunctions(database)
  database.exec(`
    CREATE TABLE entry(
      key INTEGER PRIMARY KEY, time REAL, server TEXT, origin TEXT, kind TEXT, bytes INTEGER,
      method TEXT, target TEXT, rpc_id TEXT, took REAL, is_tool_error INTEGER, level TEXT,
      violations TEXT, ending_kind TEXT, ending_seq INTEGER, ending_took REAL,
      ending_is_tool_error INTEGER, is_pinned INTEGER, note TEXT, more TEXT,
      text TEXT, logger TEXT
    ) STRICT;
    CREATE TABLE raw(key INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  `)
  const entries = database.prepare(
    `INSERT INTO entry VALUES (${Array.from({ length: 22 }, () => '?').join(', ')})`
  )
  const raws = database.prepare('INSERT INTO raw VALUES (?, ?)')
  for (const { row, raw } of samples) {
    const key = RECORDING * SPAN + row.seq
    entries.run(key, ...columnsOf(row))
    raws.run(key, raw)
  }
  return database
}

function columnsOf(row: TrafficRow): readonly (string | number | null)[] {
  const { ending } = row
  return [
    row.time,
    row.serverId,
    row.origin,
    row.kind,
    row.bytes,
    row.method ?? null,
    row.target ?? null,
    row.id === undefined ? null : JSON.stringify(row.id),
    row.tookMs ?? null,
    numberOf(row.isToolError),
    row.level ?? null,
    row.violations ? JSON.stringify(row.violations) : null,
    ending?.kind ?? null,
    ending?.seq ?? null,
    ending?.tookMs ?? null,
    numberOf(ending?.isToolError),
    numberOf(row.isPinned),
    row.note ?? null,
    row.status === undefined ? null : JSON.stringify({ status: row.status }),
    row.text ?? null,
    row.logger ?? null
  ]
}

function numberOf(claim: boolean | undefined): number | null {
  return claim === undefined ? null : Number(claim)
}
