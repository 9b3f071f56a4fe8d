/** Takes lines of exported or recorded traffic into a recording, some at a time. */
import type { TrafficEntry } from '../../../shared/traffic'
import { readLine } from '../../../shared/traffic-line'
import type { TrafficRow } from '../../../shared/traffic-row'
import type { TrafficStore } from './traffic-store'

const ENTRIES_A_TURN = 500

export class Intake {
  /** Of the last entry; 0 while there is none. */
  lastSeq = 0
  private entries: TrafficEntry[] = []
  private raws: string[] = []
  private noted: Pick<TrafficRow, 'seq' | 'isPinned' | 'note'>[] = []
  private readonly names: Record<string, string> = {}
  private startedAt: number | undefined

  constructor(
    private readonly store: TrafficStore,
    private readonly recording: number
  ) {}

  /** Throws a whole sentence that says what is wrong with the line, and goes on without it. */
  take(line: string): void {
    if (line.trim() === '') return
    const { entry, raw, serverName } = readLine(line)
    const { isPinned, note, ...rest } = entry
    if (entry.seq <= this.lastSeq) throw new Error(`Entry ${entry.seq} is out of order.`)
    this.lastSeq = entry.seq
    this.startedAt ??= entry.time
    this.names[entry.serverId] = serverName ?? entry.serverId
    this.entries.push(rest)
    this.raws.push(raw)
    if (isPinned !== undefined || note !== undefined) {
      this.noted.push({
        seq: entry.seq,
        ...(isPinned !== undefined && { isPinned }),
        ...(note !== undefined && { note })
      })
    }
    if (this.entries.length >= ENTRIES_A_TURN) this.flush()
  }

  /** All that was taken is in the recording. */
  end(): void {
    this.flush()
    this.store.recordings.nameServers(this.recording, this.names)
    if (this.startedAt !== undefined) this.store.recordings.startAt(this.recording, this.startedAt)
  }

  private flush(): void {
    this.store.append(this.recording, this.entries, this.raws)
    for (const { seq, ...mark } of this.noted) this.store.note(this.recording, seq, mark)
    this.entries = []
    this.raws = []
    this.noted = []
  }
}
