/** Answers that are too large to be passed around, looked into part by part. */
import type {
  BodyRef,
  FindScope,
  Found,
  Outline,
  SavedForm,
  TextPart
} from '../../shared/calls/body'
import type { HeldResult, Outcome } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import type { CallId } from '../../shared/protocol/ids'
import type { Redactor } from '../redaction/redaction'
import { BodyCache } from './body-cache'
import type { BodyClient } from './body-client'
import { Findings } from './find'
import {
  answerTo,
  notThere,
  readBody,
  type AnswerTo,
  type BodySource,
  type Question
} from './read-body'
import type { OutlineLimits } from '../values/outline'
import { notKept } from '../traffic/not-kept'
import type { TrafficLog } from '../traffic/traffic-log'

/** What is larger takes longer to read than anybody should wait who wants something else. */
const HERE_CHARS = 400_000

export type BodiesOptions = {
  readonly log: Pick<TrafficLog, 'raw' | 'entry'>
  readonly redactor: Redactor
  /** A call with all that is known of it. */
  readonly call: (
    callId: CallId
  ) => Promise<Pick<Call, 'outcome' | 'answerSeq'> & Partial<Pick<Call, 'arguments' | 'meta'>>>
  /** Reads what is large. Without one it is read here, while all else waits. */
  readonly thread?: BodyClient
}

type Source = BodySource & { readonly key: string }

export class Bodies {
  private readonly cache = new BodyCache()
  /** What was sent with a call never changes, and is read piece by piece. */
  private lastSent?: { readonly callId: CallId; readonly json: string }

  /** The last search in a raw frame, kept while you step through its matches. */
  private lastFound?: { readonly key: string; readonly findings: Findings }

  constructor(private readonly options: BodiesOptions) {}

  /** Without the first `from` items or members of what is there. */
  async outline(ref: BodyRef, pointer: string, from = 0): Promise<Outline> {
    return this.ask(await this.sourceOf(ref), { kind: 'outline', pointer, from })
  }

  async text(
    ref: BodyRef,
    pointer: string,
    from: number,
    length: number,
    indent?: number
  ): Promise<TextPart> {
    return this.ask(await this.sourceOf(ref), { kind: 'text', pointer, from, length, indent })
  }

  /** One of the places where a text is, by its index, in what a view shows of a body. */
  async find(ref: BodyRef, scope: FindScope, text: string, index: number): Promise<Found> {
    const isOfCall = scope === 'raw' && 'callId' in ref
    const frame = isOfCall ? (await this.options.call(ref.callId)).answerSeq : undefined
    const raw = frame === undefined ? undefined : this.options.log.raw(frame)
    if (frame !== undefined && raw !== undefined) return this.findInFrame(frame, raw, text, index)
    const found = await this.ask(await this.sourceOf(ref), { kind: 'find', scope, text, index })
    if (frame === undefined || !found.hit) return found
    // The view shows the whole frame, but only its answer is left, so the offset would be wrong.
    const { at: _at, ...hit } = found.hit
    return { ...found, hit }
  }

  private findInFrame(seq: number, raw: string, text: string, index: number): Found {
    const key = JSON.stringify([seq, this.options.redactor.size, text])
    if (this.lastFound?.key !== key) {
      const findings = Findings.inText(this.options.redactor.redact(raw), text)
      this.lastFound = { key, findings }
    }
    return this.lastFound.findings.tell(index)
  }

  /** As it is to be written to a file. */
  async content(ref: BodyRef, pointer: string, form: SavedForm): Promise<string | Uint8Array> {
    return this.ask(await this.sourceOf(ref), { kind: 'content', pointer, form })
  }

  /** The whole answer in a frame that is still in the log; of one that is larger, its beginning. */
  async answer(seq: number, mostChars: number, limits: OutlineLimits): Promise<unknown> {
    return this.ask(this.inLog(seq), { kind: 'value', mostChars, limits })
  }

  private async ask<Asked extends Question>(
    { key, ...source }: Source,
    question: Asked
  ): Promise<AnswerTo<Asked>> {
    const { redactor, thread } = this.options
    // A secret that has become known since it was read may be in it.
    const version = `${key} without ${redactor.size}`
    if (thread && source.json.length > HERE_CHARS) {
      return thread.ask(version, question, () => ({ ...source, secrets: redactor.known() }))
    }
    const read = (): ReturnType<typeof readBody> =>
      readBody(source, (json) => redactor.redactJson(json))
    return answerTo(this.cache.get(version) ?? this.cache.add(version, read()), question)
  }

  private async sourceOf(ref: BodyRef): Promise<Source> {
    if ('seq' in ref) return this.inLog(ref.seq)
    if ('isSent' in ref) return this.sent(ref.callId)
    const { callId } = ref
    const { outcome, answerSeq } = await this.options.call(callId)
    if (answerSeq !== undefined && this.options.log.raw(answerSeq) !== undefined) {
      return this.inLog(answerSeq)
    }
    const found = answerIn(outcome)
    if (!found) throw notThere('This call ended without an answer.')
    return { key: `call ${callId}`, name: 'It', json: JSON.stringify(found.value) }
  }

  private inLog(seq: number): Source {
    const { log } = this.options
    const json = log.raw(seq)
    if (json === undefined) throw notKept(seq)
    const kind = log.entry(seq)?.kind
    const isAnswer = kind === 'result' || kind === 'error'
    return { key: `frame ${seq}`, name: `Frame ${seq}`, json, ...(isAnswer && { member: kind }) }
  }

  private async sent(callId: CallId): Promise<Source> {
    if (this.lastSent?.callId !== callId) {
      const { arguments: args = {}, meta } = await this.options.call(callId)
      const json = JSON.stringify({ arguments: args, ...(meta && { meta }) })
      this.lastSent = { callId, json }
    }
    return { key: `sent ${callId}`, name: 'It', json: this.lastSent.json }
  }
}

function answerIn(outcome: Outcome | HeldResult | undefined): { value: unknown } | undefined {
  if (outcome?.kind === 'result') return { value: outcome.result }
  if (outcome?.kind !== 'error' || outcome.isHeld) return undefined
  return { value: outcome.error }
}
