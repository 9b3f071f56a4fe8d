/** What is known of servers beyond their sessions: what is wanted, what was seen, how one broke. */
import { LIST_KINDS, type ListKind } from '../../shared/calls/catalogue'
import type { CatalogueChange } from '../../shared/calls/catalogue-change'
import type { ServerId } from '../../shared/protocol/ids'
import type { SessionReport } from '../../shared/ipc/ipc-contract'
import type { PostMortem } from '../../shared/servers/post-mortem'
import type { CatalogueMemory } from '../catalogue/catalogue-memory'
import type { Clock } from '../time/clock'
import type { LiveCatalogue } from '../session/catalogue'
import { noWishes, type Wishes } from '../session/wishes'

/** What has changed is looked for once the lists themselves have been told of. */
const COMPARE_AFTER_MS = 30
const NO_CHANGES: readonly CatalogueChange[] = []

type Standing = {
  readonly wishes: Wishes
  postMortem?: PostMortem
  stopComparing?: () => void
  /** The changes that were told of last. */
  told?: readonly CatalogueChange[]
}

export type StandingsOptions = {
  readonly clock: Clock
  /** Without one nothing is ever marked as different. */
  readonly memory?: CatalogueMemory
  readonly catalogueOf: (serverId: ServerId) => LiveCatalogue | undefined
  readonly onChange: (serverId: ServerId) => void
}

export class Standings {
  private readonly byServer = new Map<ServerId, Standing>()

  constructor(private readonly options: StandingsOptions) {}

  wishes(serverId: ServerId): Wishes {
    return this.of(serverId).wishes
  }

  report(serverId: ServerId): Omit<SessionReport, 'serverId' | 'state' | 'catalogue'> {
    const { wishes, postMortem } = this.of(serverId)
    return {
      ...(wishes.logLevel && { logLevel: wishes.logLevel }),
      subscriptions: [...wishes.subscriptions.values()],
      changes: this.options.memory?.changes(serverId) ?? NO_CHANGES,
      ...(postMortem && { postMortem })
    }
  }

  /** It is told of with the state that the session has by then. */
  break(serverId: ServerId, postMortem: PostMortem): void {
    this.of(serverId).postMortem = postMortem
  }

  dismissPostMortem(serverId: ServerId): void {
    delete this.of(serverId).postMortem
    this.options.onChange(serverId)
  }

  /** As JSON, as it was when the person last saw it; undefined when it was not there. */
  before(serverId: ServerId, kind: ListKind, key: string): string | undefined {
    return this.options.memory?.before(serverId, kind, key)
  }

  /** The person has seen what changed: one thing, all of a kind, or everything. */
  markSeen(serverId: ServerId, kind?: ListKind, key?: string): void {
    this.compare(serverId)
    this.options.memory?.see(serverId, kind, key)
    this.options.onChange(serverId)
  }

  /** Looks for what is different from what the person last saw, in lists that were read to their end. */
  compare(serverId: ServerId): void {
    const { memory, catalogueOf } = this.options
    const catalogue = catalogueOf(serverId)
    if (!memory || !catalogue) return
    for (const kind of LIST_KINDS) {
      const items = catalogue.listed(kind)
      if (items) memory.compare(serverId, kind, items)
    }
  }

  compareSoon(serverId: ServerId): void {
    const { memory, clock, onChange } = this.options
    if (!memory) return
    const standing = this.of(serverId)
    // Whoever asks for a report in the meantime compares too, and then only this knows what is news.
    standing.told = memory.changes(serverId)
    standing.stopComparing ??= clock.after(COMPARE_AFTER_MS, () => {
      delete standing.stopComparing
      this.compare(serverId)
      if (memory.changes(serverId) !== standing.told) onChange(serverId)
    })
  }

  forget(serverId: ServerId): void {
    this.byServer.get(serverId)?.stopComparing?.()
    this.byServer.delete(serverId)
    this.options.memory?.forget(serverId)
  }

  /** What is left to be looked at or written down is, now. */
  stop(): void {
    for (const [serverId, standing] of this.byServer) {
      if (!standing.stopComparing) continue
      standing.stopComparing()
      delete standing.stopComparing
      this.compare(serverId)
    }
    this.options.memory?.flush()
  }

  private of(serverId: ServerId): Standing {
    const known = this.byServer.get(serverId)
    if (known) return known
    const standing = { wishes: noWishes() }
    this.byServer.set(serverId, standing)
    return standing
  }
}
