/**
 * One entry as one line of JSON: the form in which traffic is exported, recorded by the command line
 * and imported. Nothing gets lost on the way out and back.
 */
import { z } from 'zod'
import { fromJson } from '../json/json'
import { ServerId } from '../protocol/ids'
import { LOG_LEVELS } from '../protocol/log-level'
import type { Timing } from './traffic'
import type { TrafficRow } from './traffic-row'

export type LineParts = {
  readonly entry: TrafficRow
  readonly raw: string
  /** The bytes that `raw` stands for, where they are not UTF-8 and hold nothing that is hidden. */
  readonly rawBase64?: string | undefined
  /** As the person calls it, where that is not its id. */
  readonly serverName?: string
}

const KINDS = [
  'request',
  'result',
  'error',
  'notification',
  'noise',
  'stderr',
  'auth',
  'lifecycle'
] as const

const seq = z.number().int().positive().max(4_294_967_295)
const ms = z.number().min(0)
const text = z.string()

const Line = z.object({
  seq,
  time: z.string(),
  server: ServerId,
  serverName: text.optional(),
  origin: z.enum(['workbench', 'server']),
  kind: z.enum(KINDS),
  bytes: z.number().int().min(0).optional(),
  method: text.optional(),
  target: text.optional(),
  id: z.union([text, z.number()]).optional(),
  answers: seq.optional(),
  alsoAnswers: z
    .array(
      z.object({
        request: seq,
        kind: z.enum(['result', 'error', 'noise']),
        method: text.optional(),
        tookMs: ms.optional(),
        isToolError: z.boolean().optional()
      })
    )
    .optional(),
  repeats: seq.optional(),
  cancels: seq.optional(),
  belongsTo: seq.optional(),
  cameIn: seq.optional(),
  isByHand: z.boolean().optional(),
  isBackground: z.boolean().optional(),
  isRetry: z.boolean().optional(),
  abandons: z.array(seq).optional(),
  tookMs: ms.optional(),
  status: z.number().int().min(0).max(999).optional(),
  timing: z.object({ sentMs: ms.optional(), firstByteMs: ms.optional(), doneMs: ms }).optional(),
  isToolError: z.boolean().optional(),
  level: z.enum(LOG_LEVELS).optional(),
  logger: text.optional(),
  text: text.optional(),
  isNotUtf8: z.boolean().optional(),
  violations: z.array(z.object({ rule: text, message: text, clause: text })).optional(),
  isPinned: z.boolean().optional(),
  note: text.optional(),
  raw: text,
  rawBase64: z.base64().optional()
})

/** Without what is derived from other entries. */
export function lineOf({ entry, raw, rawBase64, serverName }: LineParts): string {
  const {
    seq: number,
    time,
    serverId,
    origin,
    kind,
    timing,
    violations = [],
    ending: _derived,
    belonging: _counted,
    belongingViolations: _broken,
    ...rest
  } = entry
  return JSON.stringify({
    seq: number,
    time: timeText(time),
    server: serverId,
    ...(serverName !== undefined && serverName !== serverId && { serverName }),
    origin,
    kind,
    ...rest,
    ...(timing && { timing: inOrder(timing) }),
    violations,
    raw,
    ...(rawBase64 !== undefined && { rawBase64 })
  })
}

/** The same entry is the same line, however it came about. */
function inOrder({ sentMs, firstByteMs, doneMs }: Timing): Timing {
  return {
    ...(sentMs !== undefined && { sentMs }),
    ...(firstByteMs !== undefined && { firstByteMs }),
    doneMs
  }
}

/** Throws a whole sentence that says what is wrong with the line. */
export function readLine(line: string): LineParts {
  const found = Line.safeParse(parse(line))
  if (!found.success) {
    const [issue] = found.error.issues
    const place = issue?.path.join('.') ?? ''
    throw new Error(`This is not an entry: ${place === '' ? '' : `${place}: `}${issue?.message}.`)
  }
  const { time, server, serverName, raw, rawBase64, violations, id, bytes, ...rest } = found.data
  const at = timeOf(time)
  if (at === undefined) throw new Error('This is not an entry: time: it is not a time.')
  const entry = {
    ...rest,
    time: at,
    serverId: server,
    bytes: bytes ?? utf8Length(raw),
    ...(id !== undefined && { id: id }),
    ...(violations && violations.length > 0 && { violations })
  } as LineParts['entry']
  return {
    entry,
    raw,
    ...(rawBase64 !== undefined && { rawBase64 }),
    ...(serverName !== undefined && { serverName })
  }
}

function utf8Length(written: string): number {
  let length = 0
  for (const character of written) {
    const point = character.codePointAt(0) ?? 0
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}

function parse(line: string): unknown {
  try {
    return fromJson(line)
  } catch {
    throw new Error('This is not JSON.')
  }
}

const MICROS_A_SECOND = 1_000_000
/** Most entries are of the same second as the one before. */
let lastSecond = NaN
let lastText = ''

/** ISO 8601 with microseconds, as exact as times are taken. */
export function timeText(time: number): string {
  const micros = Math.round(time * 1_000)
  const second = Math.floor(micros / MICROS_A_SECOND)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(second * 1_000).toISOString().slice(0, -'000Z'.length)
  }
  return `${lastText}${String(micros - second * MICROS_A_SECOND).padStart(6, '0')}Z`
}

function timeOf(written: string): number | undefined {
  const [, beginning = '', rest = ''] = /^(.*\.\d{3})(\d{0,3})Z$/.exec(written) ?? []
  const whole = Date.parse(beginning === '' ? written : `${beginning}Z`)
  if (Number.isNaN(whole)) return undefined
  return (whole * 1_000 + Number(rest.padEnd(3, '0'))) / 1_000
}
