import type { TrafficEntry } from '../../shared/traffic/traffic'
import { FairTurns } from './fair-turns'

/**
 * Every frame of every server, in the order in which it was seen. Append-only: an entry is never
 * changed, and numbers are never given twice. Holds the newest frames up to a bound on their text;
 * assumes that one frame alone fits the bound.
 */
export class TrafficLog {
  /** Whose turn it is, among the servers that fill this log. */
  readonly turns = new FairTurns()
  private entries: TrafficEntry[] = []
  /** The text of each entry, in the same place. */
  private raws: string[] = []
  /** The bytes of the few entries whose text does not hold all of them. */
  private readonly originals = new Map<number, Uint8Array>()
  /** Index of the oldest entry still held; everything before it is forgotten. */
  private oldest = 0
  private heldChars = 0
  private lastSeq = 0
  private readonly listeners = new Set<(entry: TrafficEntry) => void>()
  private room: () => Promise<void> | undefined = () => undefined

  constructor(private readonly limitChars = 64 * 1024 * 1024) {}

  /** The number that the next entry will have. */
  get nextSeq(): number {
    return this.lastSeq + 1
  }

  /** Takes an entry that has the next number. */
  append(entry: TrafficEntry, raw: string, original?: Uint8Array): void {
    if (entry.seq !== this.nextSeq) throw new Error(`Entry ${entry.seq} is out of turn.`)
    this.lastSeq = entry.seq
    this.entries.push(entry)
    this.raws.push(raw)
    this.heldChars += costOf(raw)
    if (original) this.keepOriginal(entry.seq, original)
    this.forgetOldest()
    for (const listener of this.listeners) listener(entry)
  }

  /** The text exactly as it was on the wire; undefined once it is forgotten. */
  raw(seq: number): string | undefined {
    return this.raws[this.indexOf(seq)]
  }

  /** The bytes as they were on the wire, where they are not UTF-8 and are still held. */
  original(seq: number): Uint8Array | undefined {
    return this.originals.get(seq)
  }

  entry(seq: number): TrafficEntry | undefined {
    return this.entries[this.indexOf(seq)]
  }

  tail(count: number): readonly TrafficEntry[] {
    return this.entries.slice(Math.max(this.oldest, this.entries.length - count))
  }

  onAppend(listener: (entry: TrafficEntry) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Whoever keeps what is appended says so when they need time. */
  waitFor(room: () => Promise<void> | undefined): void {
    this.room = room
  }

  /** Resolves when more can be taken; nothing to wait for, usually. */
  get congestion(): Promise<void> | undefined {
    return this.room()
  }

  /** Outside of the lists for what is forgotten or was never there. */
  private indexOf(seq: number): number {
    const index = seq - (this.entries[0]?.seq ?? 0)
    return index < this.oldest ? -1 : index
  }

  private keepOriginal(seq: number, original: Uint8Array): void {
    this.originals.set(seq, original)
    this.heldChars += original.length
  }

  private forgetOriginal(seq: number): void {
    this.heldChars -= this.originals.get(seq)?.length ?? 0
    this.originals.delete(seq)
  }

  private forgetOldest(): void {
    while (this.heldChars > this.limitChars && this.oldest < this.entries.length - 1) {
      this.heldChars -= costOf(this.raws[this.oldest] ?? '')
      this.raws[this.oldest] = ''
      if (this.originals.size > 0) this.forgetOriginal(this.entries[this.oldest]?.seq ?? 0)
      this.oldest++
    }
    if (this.oldest > 1_000 && this.oldest > this.entries.length * FORGOTTEN_PART) {
      this.entries = this.entries.slice(this.oldest)
      this.raws = this.raws.slice(this.oldest)
      this.oldest = 0
    }
  }
}

/** So much of the lists may be forgotten entries before it is worth the time to cut them off. */
const FORGOTTEN_PART = 0.1

/** An entry costs memory even when there is next to nothing in it, and for a while after it is forgotten. */
function costOf(raw: string): number {
  return raw.length + 600
}
