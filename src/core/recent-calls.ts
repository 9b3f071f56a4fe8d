/** The calls of all servers that were made last, as they are reported. */
import { reportOf, type Call, type CallReport } from '../shared/call'
import type { CallId, ServerId } from '../shared/ids'
import type { SchemaDigests } from '../shared/verdicts/schema-digests'

const KEPT_CALLS = 200

type SchemasOf = (serverId: ServerId, tool: string) => SchemaDigests | undefined

export class RecentCalls {
  private readonly kept = new Map<CallId, CallReport>()
  private readonly listeners = new Set<(call: CallReport) => void>()
  private schemasOf?: SchemasOf

  list(): readonly CallReport[] {
    return [...this.kept.values()]
  }

  get(id: CallId): CallReport | undefined {
    return this.kept.get(id)
  }

  /** Forgets the oldest that have ended, and none that has not. */
  remember(changed: Call): void {
    const known = this.kept.get(changed.id)
    // One that runs while its server gets another id still names the old one.
    const { serverId } = known ?? changed
    const schemas = known ? known.schemas : this.schemasOf?.(serverId, changed.tool)
    const call = { ...reportOf(changed), serverId, ...(schemas && { schemas }) }
    this.kept.set(call.id, call)
    for (const [id, { outcome }] of this.kept) {
      if (this.kept.size <= KEPT_CALLS) break
      if (outcome) this.kept.delete(id)
    }
    for (const listener of this.listeners) listener(call)
  }

  /** The calls of a server are known under its new id. */
  move(from: ServerId, to: ServerId): void {
    for (const [id, call] of this.kept) {
      if (call.serverId === from) this.kept.set(id, { ...call, serverId: to })
    }
  }

  /** Asked of each call as it begins: what its tool declares then. */
  onStart(schemasOf: SchemasOf): void {
    this.schemasOf = schemasOf
  }

  onChange(listener: (call: CallReport) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}
