/**
 * Sees everything that passes on one session's wire, before anyone interprets it, and writes it
 * down. Pairs answers with requests; never changes, delays or drops a frame.
 */
import { isToolError } from '../../shared/call'
import { isRpcId, shapeOf, type FrameShape, type Origin } from '../../shared/json-rpc'
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
    const described = this.describe(origin, shape, raw, bytes)
    const findings = [finding, described.finding].filter((one) => one !== undefined)
    const entry = this.log.append(
      findings.length > 0 ? { ...described, finding: findings.join(' ') } : described,
      raw
    )
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

  /** The session is over, and what still waits for an answer waits in vain. */
  end(text: string): void {
    const abandons = [...this.pending.values()].map(({ seq }) => seq)
    this.pending.clear()
    this.log.append({ ...this.stamp('workbench', 0), kind: 'lifecycle', text, abandons }, text)
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

  private describe(origin: Origin, shape: FrameShape, raw: string, bytes: number): NewEntry {
    const stamp = this.stamp(origin, bytes)
    switch (shape.kind) {
      case 'not a frame':
        return {
          ...stamp,
          kind: 'noise',
          text: raw.slice(0, ENTRY_TEXT_LIMIT),
          finding: `This ${shape.why}.`
        }
      case 'notification':
        return {
          ...stamp,
          kind: 'notification',
          method: shape.method,
          ...this.about(origin, shape)
        }
      case 'request': {
        const { method, id, params } = shape
        const target = params['name'] ?? params['uri']
        return {
          ...stamp,
          kind: 'request',
          method,
          id,
          ...(typeof target === 'string' && { target })
        }
      }
      case 'result': {
        const { id, result } = shape
        const failed = isToolError(result) ? { isToolError: true } : {}
        return { ...stamp, kind: 'result', id, ...this.pair(origin, id), ...failed }
      }
      case 'error':
        if (shape.id === null) return { ...stamp, kind: 'error' }
        return { ...stamp, kind: 'error', id: shape.id, ...this.pair(origin, shape.id) }
    }
  }

  /** What a notification is about, where that is worth a place in its row. */
  private about(
    origin: Origin,
    { method, params }: Extract<FrameShape, { kind: 'notification' }>
  ): { cancels?: number; text?: string } {
    if (method === 'notifications/message') {
      const { level, data } = params
      const said = typeof data === 'string' ? data : JSON.stringify(data)
      return { text: `${String(level)}: ${said}`.slice(0, ENTRY_TEXT_LIMIT) }
    }
    if (method !== 'notifications/cancelled') return {}
    // Only who asked may cancel, so the id is one of the sender's own.
    const { requestId } = params
    const request = isRpcId(requestId) ? this.pending.get(requestKey(origin, requestId)) : undefined
    return request ? { cancels: request.seq } : {}
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
