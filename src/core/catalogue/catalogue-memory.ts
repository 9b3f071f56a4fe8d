/**
 * Remembers what the person last saw of each catalogue, also when Patchbay is started again, and says
 * what is different now. What nobody has seen yet has nothing to be different from.
 */
import type { ListKind } from '../../shared/calls/catalogue'
import type { CatalogueChange } from '../../shared/calls/catalogue-change'
import type { ServerId } from '../../shared/protocol/ids'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import {
  isSameItem,
  nameAgain,
  readSeen,
  seenItem,
  writeSeen,
  type Item,
  type SeenFile,
  type SeenItem,
  type SeenLists
} from './seen-items'

/** Many changes at once are written down once. */
const WRITE_AFTER_MS = 1_000

/** Where the memory of a server is kept. None of these may throw. */
export type CatalogueStorage = {
  /** Undefined when there is nothing. What cannot be understood is told by the storage. */
  readonly read: (serverId: ServerId) => SeenFile | undefined
  readonly write: (serverId: ServerId, seen: SeenFile) => void
  readonly remove: (serverId: ServerId) => void
}

export type MemoryOptions = {
  readonly clock: Clock
  /** Without one nothing outlives this run. */
  readonly storage?: CatalogueStorage
  /** Takes out what must not be written down. */
  readonly redact?: (json: string) => string
}

type Memory = {
  readonly seen: SeenLists
  /** As they were when they were last compared. */
  readonly now: Map<ListKind, readonly Item[]>
  readonly byKind: Map<ListKind, readonly CatalogueChange[]>
  changes: readonly CatalogueChange[]
}

const KEYS: Readonly<Record<ListKind, string>> = {
  tools: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  prompts: 'name'
}

export class CatalogueMemory {
  private readonly memories = new Map<ServerId, Memory>()
  private readonly unwritten = new Set<ServerId>()
  /** Servers that are there no more, and what was seen of them, should they come back. */
  private readonly gone = new Map<ServerId, SeenLists>()
  private there: ReadonlySet<ServerId> = new Set()
  private readonly redact: (json: string) => string
  private stopTimer?: () => void

  constructor(private readonly options: MemoryOptions) {
    this.redact = options.redact ?? ((json) => json)
  }

  /** A list is only looked at when it is another one than the last time. */
  compare(serverId: ServerId, kind: ListKind, items: readonly Item[]): void {
    // Its session may still be closing.
    if (this.gone.has(serverId)) return
    const memory = this.memoryOf(serverId)
    if (memory.now.get(kind) === items) return
    memory.now.set(kind, items)
    const seen = memory.seen.get(kind)
    if (!seen) return this.see(serverId, kind)
    nameAgain(seen, byKey(kind, items).keys())
    this.find(memory, kind)
  }

  changes(serverId: ServerId): readonly CatalogueChange[] {
    return this.memories.get(serverId)?.changes ?? NONE
  }

  /** As JSON; undefined when it was not there, or was too large to be kept. */
  before(serverId: ServerId, kind: ListKind, key: string): string | undefined {
    return this.memoryOf(serverId).seen.get(kind)?.get(key)?.json
  }

  /** The person has seen one thing, all of a kind, or everything. */
  see(serverId: ServerId, kind?: ListKind, key?: string): void {
    const memory = this.memoryOf(serverId)
    for (const seenKind of kind ? [kind] : [...memory.now.keys()]) {
      const items = byKey(seenKind, memory.now.get(seenKind) ?? [])
      const seen = memory.seen.get(seenKind) ?? new Map<string, SeenItem>()
      const keys = key === undefined ? new Set([...seen.keys(), ...items.keys()]) : [key]
      for (const one of keys) {
        const item = items.get(one)
        if (item) seen.set(one, seenItem(item))
        else seen.delete(one)
      }
      memory.seen.set(seenKind, seen)
      if (key === undefined) mark(memory, seenKind, NONE)
      else this.find(memory, seenKind)
    }
    this.writeSoon(serverId)
  }

  /** Of a server that `isGone` nothing stays on disk; until we end, one that comes back is known. */
  follow(serverIds: readonly ServerId[], isGone: (serverId: ServerId) => boolean): void {
    const before = this.there
    this.there = new Set(serverIds)
    for (const serverId of before) {
      if (!this.there.has(serverId) && isGone(serverId))
        this.gone.set(serverId, this.take(serverId))
    }
    for (const serverId of serverIds) this.bringBack(serverId)
  }

  /** What is on disk stays, so that a server that comes back is compared with what it was. */
  forget(serverId: ServerId): void {
    if (this.unwritten.delete(serverId)) this.write(serverId)
    this.memories.delete(serverId)
  }

  /** Nothing is left to be written when this returns. */
  flush(): void {
    this.stopTimer?.()
    delete this.stopTimer
    for (const serverId of this.unwritten) this.write(serverId)
    this.unwritten.clear()
  }

  private memoryOf(serverId: ServerId): Memory {
    const known = this.memories.get(serverId)
    if (known) return known
    // What cannot be understood is as if it were seen for the first time.
    const seen = readSeen(this.options.storage?.read(serverId) ?? {})
    const memory: Memory = { seen, now: new Map(), byKind: new Map(), changes: NONE }
    this.memories.set(serverId, memory)
    return memory
  }

  private take(serverId: ServerId): SeenLists {
    const { seen } = this.memoryOf(serverId)
    this.memories.delete(serverId)
    this.unwritten.delete(serverId)
    this.options.storage?.remove(serverId)
    return seen
  }

  private bringBack(serverId: ServerId): void {
    const seen = this.gone.get(serverId)
    if (!seen) return
    this.gone.delete(serverId)
    if (seen.size === 0) return
    this.memories.set(serverId, { seen, now: new Map(), byKind: new Map(), changes: NONE })
    this.writeSoon(serverId)
  }

  private find(memory: Memory, kind: ListKind): void {
    const seen = memory.seen.get(kind)
    const items = byKey(kind, memory.now.get(kind) ?? [])
    const found: CatalogueChange[] = []
    for (const [key, item] of items) {
      const before = seen?.get(key)
      if (!before) found.push({ kind, key, change: 'new' })
      else if (!isSameItem(before, seenItem(item), this.redact)) {
        found.push({ kind, key, change: 'changed' })
      }
    }
    for (const key of seen?.keys() ?? []) {
      if (!items.has(key)) found.push({ kind, key, change: 'gone' })
    }
    mark(memory, kind, found)
  }

  private writeSoon(serverId: ServerId): void {
    if (!this.options.storage) return
    this.unwritten.add(serverId)
    this.stopTimer ??= this.options.clock.after(WRITE_AFTER_MS, () => this.flush())
  }

  private write(serverId: ServerId): void {
    const memory = this.memories.get(serverId)
    if (memory) this.options.storage?.write(serverId, writeSeen(memory.seen, this.redact))
  }
}

const NONE: readonly CatalogueChange[] = []

/** The list is another one only when there is a difference to tell. */
function mark(memory: Memory, kind: ListKind, found: readonly CatalogueChange[]): void {
  memory.byKind.set(kind, found)
  const all = [...memory.byKind.values()].flat()
  if (all.length > 0 || memory.changes.length > 0)
    memory.changes = all.slice(0, LIMITS.catalogueChanges.most)
}

/** Of two things with one name the first is the one that is used. */
export function byKey(kind: ListKind, items: readonly Item[]): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    const key = String(item[KEYS[kind]])
    if (!found.has(key)) found.set(key, item)
  }
  return found
}
