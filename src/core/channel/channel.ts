/**
 * The near end of a channel to another thread: asks it, hands it parcels, and hears its events. The
 * far end may break and start anew; then whoever waits for an answer is told, and parcels that were
 * not taken are handed over once more.
 */
import { WorkbenchError } from '../../shared/protocol/errors'
import type { Port, Report, Request, Terms } from './messages'
import { Outbox } from './outbox'

type Waiting = {
  readonly resolve: (value: unknown) => void
  readonly reject: (why: WorkbenchError) => void
}

type Parcel = { readonly value: unknown; readonly size: number }

type Answer<Asked, Name extends keyof Asked> = Asked[Name] extends (...args: never[]) => infer Value
  ? Awaited<Value>
  : never
type Arguments<Asked, Name extends keyof Asked> = Asked[Name] extends (
  ...args: infer Given
) => unknown
  ? Given
  : never

export type ChannelOptions<Kind extends Terms> = {
  readonly hear: {
    readonly [Name in keyof Kind['events']]: (value: Kind['events'][Name]) => void
  }
  /** What to say to someone who asks while there is no far end. */
  readonly broken: () => WorkbenchError
  /** The far end has done something, so it works. */
  readonly onProgress?: () => void
  readonly sizeOf?: (parcel: Kind['parcel']) => number
  /** Where parcels of more than this size wait, whoever makes them should wait too. */
  readonly congestedAt?: number
  /** Of more parcels than these, the oldest is given up. */
  readonly mostParcels?: number
}

export class Channel<Kind extends Terms> {
  private port?: Port
  private outbox?: Outbox<Request>
  private readonly waiting = new Map<number, Waiting>()
  private readonly settings = new Map<string, unknown>()
  private readonly untaken = new Map<number, Parcel>()
  private untakenSize = 0
  private room?: PromiseWithResolvers<void>
  private lastId = 0

  constructor(private readonly options: ChannelOptions<Kind>) {}

  /** Resolves when there is room for more parcels. Undefined if there is room now. */
  get congestion(): Promise<void> | undefined {
    return this.room?.promise
  }

  /** Tells a new far end all that it has to know. */
  connect(port: Port): void {
    this.port = port
    this.outbox = new Outbox((requests) => port.postMessage(requests))
    port.on('message', (reports: readonly Report[]) => {
      if (this.port === port) this.hear(reports)
    })
    for (const [setting, value] of this.settings) this.post({ setting, value })
    for (const [parcel, { value }] of this.untaken) this.post({ parcel, value })
  }

  /** The far end has broken. */
  disconnect(): void {
    delete this.port
    delete this.outbox
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const { reject } of waiting) reject(this.options.broken())
  }

  /** There will be no far end any more: nobody has to wait for it, and nothing is kept for it. */
  end(): void {
    this.disconnect()
    this.untaken.clear()
    this.untakenSize = 0
    this.makeRoom()
  }

  ask<Name extends keyof Kind['answers'] & string>(
    ask: Name,
    ...args: Arguments<Kind['answers'], Name>
  ): Promise<Answer<Kind['answers'], Name>> {
    if (!this.port) return Promise.reject(this.options.broken())
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.post({ id, ask, args })
    })
  }

  set<Name extends keyof Kind['settings'] & string>(
    setting: Name,
    value: Kind['settings'][Name]
  ): void {
    this.settings.set(setting, value)
    this.post({ setting, value })
  }

  hand(value: Kind['parcel']): void {
    const size = this.options.sizeOf?.(value) ?? 1
    const parcel = ++this.lastId
    this.untaken.set(parcel, { value, size })
    this.untakenSize += size
    const { mostParcels = Infinity, congestedAt = Infinity } = this.options
    if (this.untaken.size > mostParcels) this.giveUpOldest()
    if (this.untakenSize > congestedAt) this.room ??= Promise.withResolvers()
    this.post({ parcel, value })
  }

  /** What the far end has said. */
  hear(reports: readonly Report[]): void {
    for (const report of reports) this.hearOne(report)
  }

  private hearOne(report: Report): void {
    if ('event' in report) {
      const { hear } = this.options
      return hear[report.event as keyof typeof hear](report.value as never)
    }
    this.options.onProgress?.()
    if ('taken' in report) return this.settle(report.taken)
    const waiting = this.waiting.get(report.id)
    this.waiting.delete(report.id)
    if (!('error' in report)) return waiting?.resolve(report.value)
    waiting?.reject(new WorkbenchError(report.error.code, report.error.message))
  }

  private settle(taken: readonly number[]): void {
    for (const parcel of taken) this.forget(parcel)
    const { congestedAt = Infinity } = this.options
    if (this.untakenSize <= congestedAt / 2) this.makeRoom()
  }

  private forget(parcel: number): void {
    this.untakenSize -= this.untaken.get(parcel)?.size ?? 0
    this.untaken.delete(parcel)
  }

  private giveUpOldest(): void {
    for (const oldest of this.untaken.keys()) return this.forget(oldest)
  }

  private makeRoom(): void {
    this.room?.resolve()
    delete this.room
  }

  private post(request: Request): void {
    this.outbox?.add(request)
  }
}
