/**
 * Sees everything that passes on one session's wire, before anyone interprets it, and writes it
 * down. Pairs answers with requests; never changes, delays or drops a frame.
 */
import { isObject } from '../../shared/json'
import { shapeOf, type FrameShape, type Origin } from '../../shared/json-rpc'
import type { ServerId } from '../../shared/ids'
import { ENTRY_TEXT_LIMIT, otherSide, requestKey, type TrafficEntry } from '../../shared/traffic'
import type { Clock } from '../clock'
import type { NewEntry, TrafficLog } from '../traffic/traffic-log'

/** A frame as it was seen: what it says, and the entry it was written down as. */
export type Sighting = {
  readonly origin: Origin
  readonly shape: FrameShape
  readonly message: unknown
  readonly entry: TrafficEntry
}

type Pending = {
  readonly seq: number
  readonly sentAt: number
  readonly method: string
  readonly target?: string
}

export class Tap {
  private readonly pending = new Map<string, Pending>()

  constructor(
    private readonly log: TrafficLog,
    private readonly serverId: ServerId,
    private readonly clock: Clock
  ) {}

  /** One frame's text. What is not JSON, or not JSON-RPC, is written down as noise. */
  frame(origin: Origin, raw: string, bytes: number, finding?: string): Sighting {
    const message = parse(raw)
    const shape: FrameShape =
      message === undefined ? { kind: 'not a frame', why: 'is not JSON' } : shapeOf(message)
    const entry = this.log.append(this.describe(origin, shape, message, raw, bytes, finding), raw)
    if (shape.kind === 'request') this.expectAnswer(origin, shape, entry)
    return { origin, shape, message, entry }
  }

  stderr(line: string, bytes: number): void {
    this.note('stderr', line, bytes)
  }

  /** Bytes that never became a line. */
  noise(text: string, bytes: number, finding: string): void {
    this.note('noise', text, bytes, finding)
  }

  lifecycle(text: string): void {
    this.note('lifecycle', text, 0)
  }

  private note(
    kind: 'stderr' | 'noise' | 'lifecycle',
    text: string,
    bytes: number,
    finding?: string
  ): void {
    this.log.append(
      {
        ...this.stamp(kind === 'lifecycle' ? 'workbench' : 'server', bytes),
        kind,
        text: text.slice(0, ENTRY_TEXT_LIMIT),
        ...(finding !== undefined && { finding })
      },
      text
    )
  }

  private describe(
    origin: Origin,
    shape: FrameShape,
    message: unknown,
    raw: string,
    bytes: number,
    finding: string | undefined
  ): NewEntry {
    const stamp = { ...this.stamp(origin, bytes), ...(finding !== undefined && { finding }) }
    switch (shape.kind) {
      case 'not a frame':
        return {
          ...stamp,
          kind: 'noise',
          text: raw.slice(0, ENTRY_TEXT_LIMIT),
          finding: finding ?? `This ${shape.why}.`
        }
      case 'notification':
        return { ...stamp, kind: 'notification', method: shape.method }
      case 'request':
        return {
          ...stamp,
          kind: 'request',
          method: shape.method,
          id: shape.id,
          ...targetOf(message)
        }
      case 'result':
        return {
          ...stamp,
          kind: 'result',
          id: shape.id,
          ...this.pair(origin, shape.id),
          ...toolErrorOf(message)
        }
      case 'error':
        if (shape.id === null) return { ...stamp, kind: 'error' }
        return { ...stamp, kind: 'error', id: shape.id, ...this.pair(origin, shape.id) }
    }
  }

  private stamp(origin: Origin, bytes: number) {
    return { time: this.clock.wall(), serverId: this.serverId, origin, bytes }
  }

  private expectAnswer(
    origin: Origin,
    shape: FrameShape & { kind: 'request' },
    entry: TrafficEntry
  ): void {
    this.pending.set(requestKey(origin, shape.id), {
      seq: entry.seq,
      sentAt: this.clock.monotonic(),
      method: shape.method,
      ...(entry.target !== undefined && { target: entry.target })
    })
  }

  private pair(origin: Origin, id: string | number): Partial<NewEntry> {
    const key = requestKey(otherSide(origin), id)
    const request = this.pending.get(key)
    if (!request) return { finding: 'This answers a request that is not waiting for an answer.' }
    this.pending.delete(key)
    return {
      answers: request.seq,
      tookMs: this.clock.monotonic() - request.sentAt,
      method: request.method,
      ...(request.target !== undefined && { target: request.target })
    }
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined // the caller writes it down as noise
  }
}

function targetOf(message: unknown): { target?: string } {
  const params = isObject(message) ? message['params'] : undefined
  if (!isObject(params)) return {}
  const target = params['name'] ?? params['uri']
  return typeof target === 'string' ? { target } : {}
}

function toolErrorOf(message: unknown): { isToolError?: boolean } {
  const result = isObject(message) ? message['result'] : undefined
  return isObject(result) && result['isError'] === true ? { isToolError: true } : {}
}
