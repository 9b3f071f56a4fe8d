/**
 * Answers that are too large to be passed around, looked into part by part. What is known to be
 * secret is taken out of the whole before anything is cut, because half a value is not known.
 */
import type { BodyRef, Outline, SavedForm, TextPart } from '../shared/body'
import type { HeldResult, Outcome } from '../shared/call'
import { assertNever, WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { KeptOutcome } from '../shared/history'
import type { CallId } from '../shared/ids'
import { isObject } from '../shared/json'
import type { Redactor } from './audit/redaction'
import { outlineOf, pointedAt } from './outline'
import type { Workbench } from './workbench'

const CACHE_CHARS = 64 * 1024 * 1024
const CACHED_BODIES = 8

export type BodiesOptions = {
  readonly workbench: Pick<Workbench, 'log' | 'calls'>
  readonly redactor: Redactor
  /** What is kept of a call that nobody else remembers. */
  readonly kept: (callId: CallId) => Promise<Pick<KeptOutcome, 'outcome'>>
}

type Body = {
  readonly value: unknown
  /** Of all that it was read from. */
  readonly chars: number
  /** How many secrets were known when it was read. */
  readonly secrets: number
  /** How long parts of it are as JSON, by their pointers. */
  readonly lengths: Map<string, number>
  /** The last part that was laid out, because it is read piece by piece. */
  laidOut?: { readonly pointer: string; readonly indent: number; readonly text: string }
}

export class Bodies {
  /** By the number of the frame; what was used last is at the end. */
  private readonly cache = new Map<number, Body>()

  constructor(private readonly options: BodiesOptions) {}

  async outline(ref: BodyRef, pointer: string): Promise<Outline> {
    const body = await this.find(ref)
    return { ...outlineOf(partOf(body, pointer)), totalChars: lengthOf(body, pointer) }
  }

  async text(
    ref: BodyRef,
    pointer: string,
    from: number,
    length: number,
    indent?: number
  ): Promise<TextPart> {
    const text = textOf(await this.find(ref), pointer, indent)
    return { text: text.slice(from, from + length), totalChars: text.length }
  }

  /** As it is to be written to a file. */
  async content(ref: BodyRef, pointer: string, form: SavedForm): Promise<string | Uint8Array> {
    const body = await this.find(ref)
    switch (form) {
      case 'text':
        return textOf(body, pointer)
      case 'json':
        return `${laidOut(body, pointer)}\n`
      case 'bytes':
        return bytesOf(partOf(body, pointer))
      default:
        return assertNever(form)
    }
  }

  /** The whole answer in a frame that is still in the log. */
  answer(seq: number): unknown {
    return this.read(seq).value
  }

  private async find(ref: BodyRef): Promise<Body> {
    if ('seq' in ref) return this.read(ref.seq)
    const { workbench } = this.options
    const call = workbench.calls().find(({ id }) => id === ref.callId)
    if (call?.answerSeq !== undefined && workbench.log.raw(call.answerSeq) !== undefined) {
      return this.read(call.answerSeq)
    }
    const value = answerIn(call?.outcome) ?? answerIn((await this.options.kept(ref.callId)).outcome)
    if (value) return this.parsed(JSON.stringify(value), ({ value: answer }) => answer)
    throw notThere('This call ended without an answer.')
  }

  private read(seq: number): Body {
    const { redactor, workbench } = this.options
    const cached = this.cache.get(seq)
    this.cache.delete(seq)
    // A secret that has become known since may be in it.
    if (cached && cached.secrets === redactor.size) {
      this.cache.set(seq, cached)
      return cached
    }
    const raw = workbench.log.raw(seq)
    if (raw === undefined) throw notThere(`Frame ${seq} is no longer kept.`)
    const kind = workbench.log.entry(seq)?.kind
    const member = kind === 'result' || kind === 'error' ? kind : undefined
    const body = this.parsed(raw, (frame) => (member === undefined ? frame : frame[member]), seq)
    this.cache.set(seq, body)
    this.forgetOldest()
    return body
  }

  private parsed(
    json: string,
    choose: (frame: Record<string, unknown>) => unknown,
    seq?: number
  ): Body {
    const { redactor } = this.options
    try {
      const text = redactor.redactJson(json)
      const frame: unknown = JSON.parse(text)
      const value = isObject(frame) ? choose(frame) : frame
      const lengths = new Map([['', text.length - lengthAround(frame, value)]])
      return { value, chars: json.length, secrets: redactor.size, lengths }
    } catch {
      throw notThere(`Frame ${seq} is not JSON.`)
    }
  }

  private forgetOldest(): void {
    let chars = 0
    for (const body of this.cache.values()) chars += body.chars
    for (const [seq, body] of this.cache) {
      const isLast = this.cache.size === 1
      if (isLast || (chars <= CACHE_CHARS && this.cache.size <= CACHED_BODIES)) return
      this.cache.delete(seq)
      chars -= body.chars
    }
  }
}

function answerIn(outcome: Outcome | HeldResult | undefined): { value: unknown } | undefined {
  if (outcome?.kind === 'result') return { value: outcome.result }
  if (outcome?.kind !== 'error' || outcome.isHeld) return undefined
  return { value: outcome.error }
}

function partOf(body: Body, pointer: string): unknown {
  const value = pointedAt(body.value, pointer)
  if (value === undefined) throw notThere(`There is nothing at ${pointer || 'the top'}.`)
  return value
}

function textOf(body: Body, pointer: string, indent?: number): string {
  const value = partOf(body, pointer)
  return typeof value === 'string' ? value : laidOut(body, pointer, indent)
}

function laidOut(body: Body, pointer: string, indent = 2): string {
  const { laidOut: last } = body
  if (last?.pointer === pointer && last.indent === indent) return last.text
  const text = jsonOf(partOf(body, pointer), indent)
  if (text === undefined) throw notThere('It is nested too deep to be laid out.')
  body.laidOut = { pointer, indent, text }
  return text
}

/** To write out what is large takes long, so it is done once. */
function lengthOf(body: Body, pointer: string): number {
  const known = body.lengths.get(pointer)
  if (known !== undefined) return known
  const length = jsonOf(partOf(body, pointer))?.length ?? body.chars
  body.lengths.set(pointer, length)
  return length
}

/** How much of a frame is not the value in it. */
function lengthAround(frame: unknown, value: unknown): number {
  if (!isObject(frame) || frame === value) return 0
  const members = Object.entries(frame).map(([key, each]) => [key, each === value ? 0 : each])
  return (jsonOf(Object.fromEntries(members))?.length ?? 1) - 1
}

/** Undefined for what is nested deeper than can be written. */
function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    return undefined // the stack is exhausted
  }
}

/** What is not base64 to the last character is not written: it would be another file. */
function bytesOf(value: unknown): Uint8Array {
  const text = typeof value === 'string' ? value.replace(/[\r\n]+/g, '') : undefined
  if (text === undefined || !isBase64(text)) {
    throw new WorkbenchError(
      WorkbenchErrorCode.InvalidInput,
      'This is not base64, so it stands for no bytes. Save it as text to see what it is.'
    )
  }
  return Buffer.from(text, 'base64')
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z\d+/]/.test(text.replace(/={1,2}$/, ''))
}

function notThere(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
