/** What the traffic of one server tells about it, beside the answers. */
import type { TrafficLog } from '../core/traffic/traffic-log'
import { isObject } from '../shared/json'
import type { RpcErrorObject } from '../shared/json-rpc'
import type { TrafficEntry, Violation } from '../shared/traffic'

const KEPT_VIOLATIONS = 10_000
const HANDSHAKE: readonly (string | undefined)[] = ['initialize', 'server/discover']

export class Evidence {
  /** Those since the last beginning, oldest first. */
  violations: Violation[] = []
  private refusalSeq?: number

  constructor(private readonly log: TrafficLog) {
    log.onAppend((entry) => this.see(entry))
  }

  /** From here on it is about something new. */
  begin(): void {
    this.violations = []
  }

  /** The last error that the server answered the handshake with. */
  refusal(): RpcErrorObject | undefined {
    const raw = this.refusalSeq === undefined ? undefined : this.log.raw(this.refusalSeq)
    if (raw === undefined) return undefined
    const answer: unknown = JSON.parse(raw)
    const error = isObject(answer) ? answer['error'] : undefined
    return isRpcError(error) ? error : undefined
  }

  private see({ seq, kind, method, violations = [] }: TrafficEntry): void {
    const room = KEPT_VIOLATIONS - this.violations.length
    this.violations.push(...violations.slice(0, room))
    if (kind === 'error' && HANDSHAKE.includes(method)) this.refusalSeq = seq
  }
}

function isRpcError(error: unknown): error is RpcErrorObject {
  return (
    isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
  )
}
