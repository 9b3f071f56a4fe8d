/** Hands every entry of the log to the thread that keeps it, in batches, with its text. */
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { Redactor } from '../redaction/redaction'
import type { StoreClient } from './store-client'
import type { TrafficLog } from '../traffic/traffic-log'

const TICK_MS = 16
/** Few enough that nobody waits long for the thread that takes them. */
const MOST_ENTRIES = 128

export type RecorderOptions = {
  readonly log: TrafficLog
  readonly thread: Pick<StoreClient, 'hand' | 'hide' | 'congestion'>
  readonly redactor: Redactor
  readonly nameOf: (serverId: string) => string
}

export class Recorder {
  private entries: TrafficEntry[] = []
  private raws: string[] = []
  private originals = new Map<number, Uint8Array>()
  private timer: NodeJS.Timeout | undefined
  private hidden = 0
  private readonly named = new Map<string, string>()
  private readonly stopListening: () => void

  constructor(private readonly options: RecorderOptions) {
    this.stopListening = options.log.onAppend((entry) => this.take(entry))
  }

  /** What the log still holds of this run is handed over once more. */
  startAnew(): void {
    this.entries = []
    this.raws = []
    this.originals = new Map()
    this.named.clear()
    for (const entry of this.options.log.tail(Infinity)) this.take(entry)
    this.flush()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.entries.length === 0) return
    const { entries, raws, originals } = this
    this.entries = []
    this.raws = []
    if (originals.size > 0) this.originals = new Map()
    this.hideSecrets()
    const names = this.newNames(entries)
    this.options.thread.hand({
      entries,
      raws,
      ...(originals.size > 0 && { originals }),
      ...(names && { names })
    })
  }

  stop(): void {
    this.stopListening()
    this.flush()
  }

  private take(entry: TrafficEntry): void {
    this.entries.push(entry)
    this.raws.push(this.options.log.raw(entry.seq) ?? '')
    const original = entry.isNotUtf8 ? this.options.log.original(entry.seq) : undefined
    if (original) this.originals.set(entry.seq, original)
    if (this.entries.length >= MOST_ENTRIES) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), TICK_MS)
  }

  /** Before the entries in which they may be. */
  private hideSecrets(): void {
    const { redactor, thread } = this.options
    if (redactor.size === this.hidden) return
    this.hidden = redactor.size
    thread.hide(redactor.known())
  }

  private newNames(entries: readonly TrafficEntry[]): Record<string, string> | undefined {
    const found: Record<string, string> = {}
    for (const { serverId } of entries) {
      if (this.named.has(serverId)) continue
      const name = this.options.nameOf(serverId)
      this.named.set(serverId, name)
      found[serverId] = name
    }
    return Object.keys(found).length > 0 ? found : undefined
  }
}
