/** Shows a file that was written with --traffic, one entry a line. */
import { createReadStream } from 'node:fs'
import { LineSplitter } from '../../core/transport/line-splitter'
import { messageOf } from '../../shared/errors'
import { isObject } from '../../shared/json'
import { shapeOf } from '../../shared/json-rpc'
import { FRAME_LIMIT_MAX_BYTES } from '../../shared/server-config'
import { ExitCode } from '../exit-code'
import { orInterrupted } from '../interrupt'
import type { Output } from '../output'
import { wrongUsage } from '../usage'

/** Text grows when it is written as JSON, at most sixfold. */
const LINE_LIMIT_BYTES = 6 * FRAME_LIMIT_MAX_BYTES
const SHOWN_CHARS = 100
const LINE_FEED = 0x0a
const ARROWS: Readonly<Record<string, string>> = { workbench: '→', server: '←' }

export type TrafficRequest = {
  readonly file: string
  readonly isJson: boolean
}

export async function traffic(
  { file, isJson }: TrafficRequest,
  output: Output,
  interrupt: AbortSignal
): Promise<ExitCode> {
  let line = 1
  let bad = 0
  const complain = (why: string): void => {
    bad++
    output.remark(`${file}, line ${line}: ${why}`)
  }
  const take = (text: string): void => {
    const entry = parse(text)
    if (entry === undefined) complain('This is not JSON.')
    else if (!isEntry(entry)) complain('This is not an entry: seq, origin, kind or raw is missing.')
    else output.answer(isJson ? text : rowOf(entry))
  }
  const splitter = new LineSplitter(
    ({ text }) => take(text),
    () => complain('This line is too long for an entry.'),
    LINE_LIMIT_BYTES
  )
  const stream = createReadStream(file)
  const reading = new Promise<void>((resolve, reject) => {
    stream.on('data', (chunk) => {
      for (const piece of lineByLine(Buffer.from(chunk))) {
        splitter.push(piece)
        if (piece.at(-1) === LINE_FEED) line++
      }
    })
    stream.once('end', resolve)
    stream.once('error', (error) => reject(wrongUsage(`Cannot read ${file}: ${messageOf(error)}`)))
  })
  await orInterrupted(interrupt, reading).finally(() => stream.destroy())
  splitter.end(({ text }) => take(text))
  return bad === 0 ? ExitCode.Ok : ExitCode.ProtocolError
}

/** Each piece ends with its line feed, but for the last. */
function* lineByLine(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length;) {
    const feed = chunk.indexOf(LINE_FEED, start)
    const end = feed === -1 ? chunk.length : feed + 1
    yield chunk.subarray(start, end)
    start = end
  }
}

type Entry = {
  readonly seq: number
  readonly time?: unknown
  readonly server?: unknown
  readonly origin: string
  readonly kind: string
  readonly raw: string
  readonly violations?: unknown
}

function isEntry(value: unknown): value is Entry {
  return (
    isObject(value) &&
    typeof value['seq'] === 'number' &&
    typeof value['origin'] === 'string' &&
    typeof value['kind'] === 'string' &&
    typeof value['raw'] === 'string'
  )
}

function rowOf({ seq, time, server, origin, kind, raw, violations }: Entry): string {
  const clock = /T([\d:.]+)Z$/.exec(String(time))?.[1] ?? '-'
  const found = Array.isArray(violations) ? violations : []
  const rules = found.map((violation: unknown) =>
    isObject(violation) ? String(violation['rule']) : '?'
  )
  return [
    String(seq).padStart(6),
    clock,
    typeof server === 'string' ? server : '-',
    ARROWS[origin] ?? origin,
    kind.padEnd(12),
    summaryOf(raw),
    ...(rules.length > 0 ? [`! ${rules.join(', ')}`] : [])
  ].join('  ')
}

/** What a frame is about, or the start of what is none. */
function summaryOf(raw: string): string {
  const shape = shapeOf(parse(raw))
  switch (shape.kind) {
    case 'request':
      return `${oneLine(shape.method)} ${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.params))}`
    case 'notification':
      return `${oneLine(shape.method)} ${oneLine(JSON.stringify(shape.params))}`
    case 'result':
      return `${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.result))}`
    case 'error':
      return `${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.error))}`
    case 'batch':
    case 'not a frame':
      return oneLine(raw)
  }
}

function oneLine(text: string): string {
  const line = text.slice(0, SHOWN_CHARS).replaceAll(/[\n\r\t]+/g, ' ')
  return text.length > SHOWN_CHARS ? `${line}…` : line
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller says so, or shows the text
  }
}
