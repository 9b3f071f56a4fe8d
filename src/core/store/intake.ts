/** Takes lines of exported or recorded traffic into a recording, some at a time. */
import { isUtf8 } from 'node:buffer'
import type { EntryKind, TrafficEntry } from '../../shared/traffic/traffic'
import { readLine } from '../../shared/traffic/traffic-line'
import type { TrafficRow } from '../../shared/traffic/traffic-row'
import { frameFields } from '../traffic/frame-fields'
import { Recent } from '../bounds/recent'
import type { TrafficStore } from './traffic-store'
import { Turn } from './rows/turn'

/** Requests whose answers may still come. */
const REMEMBERED = 100_000

const NO_FRAMES: ReadonlySet<EntryKind> = new Set(['noise', 'stderr', 'auth', 'lifecycle'])

type Named = Pick<TrafficEntry, 'method' | 'target'>

export class Intake {
  /** Of the last entry; 0 while there is none. */
  lastSeq = 0
  private entries: TrafficEntry[] = []
  private raws: string[] = []
  private originals = new Map<number, Uint8Array>()
  private noted: Pick<TrafficRow, 'seq' | 'isPinned' | 'note'>[] = []
  private readonly names: Record<string, string> = {}
  private readonly requests = new Recent<number, Named>(REMEMBERED)
  private readonly turn = new Turn()
  private startedAt: number | undefined
  private bytes = 0

  constructor(
    private readonly store: TrafficStore,
    private readonly recording: number,
    /** More than this is refused. */
    private readonly mostBytes = Infinity
  ) {}

  /** Throws a whole sentence that says what is wrong with the line, and goes on without it. */
  take(line: string): void {
    if (line.trim() === '') return
    const { entry, raw, rawBase64, serverName } = readLine(line)
    const { isPinned, note, ...rest } = entry
    if (entry.seq <= this.lastSeq) throw new Error(`Entry ${entry.seq} is out of order.`)
    const original = rawBase64 === undefined ? undefined : originalOf(rawBase64, raw)
    const marked = original ? { ...rest, isNotUtf8: true } : rest
    const truthful = this.asItsTextSays(marked, raw)
    if (original) this.originals.set(entry.seq, original)
    this.lastSeq = entry.seq
    this.startedAt ??= entry.time
    this.names[entry.serverId] = serverName ?? entry.serverId
    this.entries.push(truthful)
    this.raws.push(raw)
    if (isPinned !== undefined || note !== undefined) {
      this.noted.push({
        seq: entry.seq,
        ...(isPinned !== undefined && { isPinned }),
        ...(note !== undefined && { note })
      })
    }
    if (this.turn.isOverWith(line.length)) this.flush()
  }

  /** All that was taken is in the recording, and the recording is whole. */
  end(): void {
    this.flush()
    const { recordings } = this.store
    recordings.nameServers(this.recording, this.names)
    recordings.finish(this.recording, this.startedAt)
  }

  /** Whoever wrote the file may have written something else beside a text than what is in it. */
  private asItsTextSays(entry: TrafficEntry, raw: string): TrafficEntry {
    const { kind, method, target, id: _said, ...rest } = entry
    // What was no frame on the wire may look like one. A text that is gone says nothing.
    if (NO_FRAMES.has(kind) || raw === '') return entry
    const fields = frameFields(entry.origin, raw)
    if (typeof fields === 'string') {
      const article = kind === 'error' ? 'an' : 'a'
      throw new Error(`This is said to be ${article} ${kind}, but its text ${fields}.`)
    }
    if (fields.kind === 'request') this.requests.set(entry.seq, namesIn(fields))
    if (fields.kind !== 'result' && fields.kind !== 'error') return { ...rest, ...fields }
    const asked = this.requests.get(entry.answers ?? entry.repeats ?? 0) ?? { method, target }
    const { id } = fields
    return { ...rest, kind: fields.kind, ...(id !== undefined && { id }), ...namesIn(asked) }
  }

  private flush(): void {
    const { recordings } = this.store
    const before = recordings.sizeBytes()
    this.store.append(this.recording, this.entries, this.raws, this.originals)
    for (const { seq, ...mark } of this.noted) this.store.note(this.recording, seq, mark)
    this.entries = []
    this.raws = []
    this.originals = new Map()
    this.noted = []
    // Nobody else writes in between.
    this.bytes += recordings.sizeBytes() - before
    recordings.weigh(this.recording, this.bytes)
    if (this.bytes > this.mostBytes) throw new TooLarge(this.mostBytes)
  }
}

/** The whole file is more than may be kept of all traffic. Completes a sentence about the file. */
export class TooLarge extends Error {
  constructor(mostBytes: number) {
    const megabytes = Math.round(mostBytes / (1024 * 1024))
    super(
      `is larger than the ${megabytes} MB of traffic that may be kept. Allow more in the settings, and import it again.`
    )
    this.name = 'TooLarge'
  }
}

/** Throws where the bytes say something else than the text that is shown for them. */
function originalOf(rawBase64: string, raw: string): Uint8Array {
  const bytes = Buffer.from(rawBase64, 'base64')
  if (!isUtf8(bytes) && bytes.toString('utf8') === raw) return bytes
  throw new Error('Its rawBase64 does not match its raw.')
}

function namesIn({ method, target }: { method?: string | undefined; target?: string | undefined }) {
  return { ...(method !== undefined && { method }), ...(target !== undefined && { target }) }
}
