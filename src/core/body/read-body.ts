/**
 * One answer, parsed and looked into. What is known to be secret is taken out of the whole before
 * anything is cut, because half a value is not known. Takes as long as the answer is large.
 */
import type { FindScope, Found, Outline, SavedForm, TextPart } from '../../shared/calls/body'
import { assertNever, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fromJson, isObject } from '../../shared/json/json'
import { outlineFrom, outlineOf, pointedAt, type OutlineLimits } from '../values/outline'
import { Findings } from './find'

export type Body = {
  readonly value: unknown
  /** Of all that it was read from. */
  readonly chars: number
  /** How long parts of it are as JSON, by their pointers. */
  readonly lengths: Map<string, number>
  /** What was looked for last. */
  found?: { readonly scope: FindScope; readonly text: string; readonly findings: Findings }
  /** The last part that was laid out, because it is read piece by piece. */
  laidOut?: { readonly pointer: string; readonly indent: number; readonly text: string }
}

export type BodySource = {
  readonly json: string
  /** The part of a frame that is the answer; without one, all of it is. */
  readonly member?: 'result' | 'error'
  /** What it is, for whoever is told that it cannot be read. */
  readonly name: string
}

/** What can be asked about a body. */
export type Question =
  | { readonly kind: 'outline'; readonly pointer: string; readonly from: number }
  | {
      readonly kind: 'text'
      readonly pointer: string
      readonly from: number
      readonly length: number
      readonly indent?: number | undefined
    }
  | { readonly kind: 'content'; readonly pointer: string; readonly form: SavedForm }
  /** One of the places where a text is, by its index among them. */
  | {
      readonly kind: 'find'
      readonly scope: FindScope
      readonly text: string
      readonly index: number
    }
  /** The whole value if it was read from no more than that, or else its beginning. */
  | { readonly kind: 'value'; readonly mostChars: number; readonly limits: OutlineLimits }

export type Answers = {
  readonly outline: Outline
  readonly text: TextPart
  /** As it is to be written to a file. */
  readonly content: string | Uint8Array
  readonly find: Found
  readonly value: unknown
}
export type AnswerTo<Asked extends Question> = Answers[Asked['kind']]

export function readBody(
  { json, member, name }: BodySource,
  redact: (json: string) => string
): Body {
  let text: string
  let frame: unknown
  try {
    text = redact(json)
    frame = fromJson(text)
  } catch {
    throw notThere(`${name} is not JSON.`)
  }
  const value = isObject(frame) && member !== undefined ? frame[member] : frame
  const lengths = new Map([['', text.length - lengthAround(frame, value)]])
  return { value, chars: json.length, lengths }
}

export function answerTo<Asked extends Question>(body: Body, question: Asked): AnswerTo<Asked>
export function answerTo(body: Body, question: Question): Answers[keyof Answers] {
  switch (question.kind) {
    case 'outline': {
      const { pointer, from } = question
      const outline = outlineFrom(partOf(body, pointer), from)
      return { ...outline, totalChars: lengthOf(body, pointer) }
    }
    case 'text': {
      const { pointer, from, length, indent } = question
      const text = textOf(body, pointer, indent)
      return { text: text.slice(from, from + length), totalChars: text.length }
    }
    case 'content':
      return contentOf(body, question.pointer, question.form)
    case 'find':
      return findIn(body, question)
    case 'value': {
      const { mostChars, limits } = question
      return body.chars <= mostChars ? body.value : outlineOf(body.value, limits).value
    }
    default:
      return assertNever(question)
  }
}

/** Whoever goes from place to place asks for the same text again and again. */
function findIn(body: Body, { scope, text, index }: Extract<Question, { kind: 'find' }>): Found {
  if (body.found?.text !== text || body.found.scope !== scope) {
    const findings =
      scope === 'raw'
        ? Findings.inText(textOf(body, ''), text)
        : Findings.inValue(body.value, scope, text)
    body.found = { scope, text, findings }
  }
  return body.found.findings.tell(index)
}

function contentOf(body: Body, pointer: string, form: SavedForm): string | Uint8Array {
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

export function notThere(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
