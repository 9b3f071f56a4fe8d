/** Reads the bodies of refusals. The status is known already, so the wait is short. */
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import { readBody, type Body } from '../framing/http-body'
import type { HttpReply } from './http-client'

const MOST_SILENCE_MS = 1_500
const MOST_WAIT_MS = 10_000

export class RefusalBodies {
  private readonly underWay = new Map<RpcId, () => void>()

  constructor(
    private readonly clock: Clock,
    private readonly frameLimitBytes: number
  ) {}

  /** Resolves with what has come by the time that the body ends, or nobody waits for it any more. */
  async read({ incoming }: HttpReply, id: RpcId | undefined): Promise<Body> {
    const stop = (): void => void incoming.destroy()
    if (id !== undefined) this.underWay.set(id, stop)
    const stopWaiting = this.clock.after(MOST_WAIT_MS, stop)
    let stopListening = this.clock.after(MOST_SILENCE_MS, stop)
    incoming.on('data', () => {
      stopListening()
      stopListening = this.clock.after(MOST_SILENCE_MS, stop)
    })
    const body = await readBody(incoming, Math.min(LIMITS.refusalBytes.most, this.frameLimitBytes))
    stopWaiting()
    stopListening()
    if (id !== undefined && this.underWay.get(id) === stop) this.underWay.delete(id)
    return body
  }

  /** Waits no longer for the rest of the refusal of a request. False where none is being read. */
  end(id: RpcId): boolean {
    const stop = this.underWay.get(id)
    stop?.()
    return stop !== undefined
  }
}
