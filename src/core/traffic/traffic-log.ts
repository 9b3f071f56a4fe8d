import type { TrafficEntry } from '../../shared/traffic'

export type NewEntry = Omit<TrafficEntry, 'seq'>

type Recorded = { readonly entry: TrafficEntry; readonly raw: string }

/**
 * Every frame of every server, in the order in which it was seen. Append-only: an entry is never
 * changed, and numbers are never given twice. Holds the newest frames up to a bound on their text;
 * assumes that one frame alone fits the bound.
 */
export class TrafficLog {
  private recorded: Recorded[] = []
  /** Index of the oldest entry still held; everything before it is forgotten. */
  private oldest = 0
  private heldChars = 0
  private lastSeq = 0
  private readonly listeners = new Set<(entry: TrafficEntry) => void>()

  constructor(private readonly limitChars = 64 * 1024 * 1024) {}

  append(entry: NewEntry, raw: string): TrafficEntry {
    const numbered: TrafficEntry = { seq: ++this.lastSeq, ...entry }
    this.recorded.push({ entry: numbered, raw })
    this.heldChars += costOf(raw)
    this.forgetOldest()
    for (const listener of this.listeners) listener(numbered)
    return numbered
  }

  /** The text exactly as it was on the wire; undefined once it is forgotten. */
  raw(seq: number): string | undefined {
    return this.find(seq)?.raw
  }

  entry(seq: number): TrafficEntry | undefined {
    return this.find(seq)?.entry
  }

  tail(count: number): readonly TrafficEntry[] {
    const start = Math.max(this.oldest, this.recorded.length - count)
    return this.recorded.slice(start).map(({ entry }) => entry)
  }

  onAppend(listener: (entry: TrafficEntry) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private find(seq: number): Recorded | undefined {
    const firstSeq = this.recorded[0]?.entry.seq
    if (firstSeq === undefined) return undefined
    const index = seq - firstSeq
    return index < this.oldest ? undefined : this.recorded[index]
  }

  private forgetOldest(): void {
    while (this.heldChars > this.limitChars && this.oldest < this.recorded.length - 1) {
      this.heldChars -= costOf(this.recorded[this.oldest]?.raw ?? '')
      this.oldest++
    }
    if (this.oldest > 1_000 && this.oldest > this.recorded.length / 2) {
      this.recorded = this.recorded.slice(this.oldest)
      this.oldest = 0
    }
  }
}

/** An entry costs memory even when there is next to nothing in it. */
function costOf(raw: string): number {
  return raw.length + 200
}
