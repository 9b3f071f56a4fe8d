/** The calls of all servers that were made last, as they are reported. */
import { News } from '../values/news'
import { reportOf } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../shared/protocol/ids'
import type { SchemaDigests } from '../../shared/calls/schema-digests'

const KEPT_CALLS = 200

type SchemasOf = (serverId: ServerId, tool: string) => SchemaDigests | undefined

export class RecentCalls {
  private readonly kept = new Map<CallId, Call>()
  /** Those of them that have ended, in that order. */
  private readonly ended = new Set<CallId>()
  private readonly news = new News<Call>()
  private schemasOf?: SchemasOf

  list(): readonly Call[] {
    return [...this.kept.values()]
  }

  get(id: CallId): Call | undefined {
    return this.kept.get(id)
  }

  /** Keeps those that run, and as many of those that ended last. */
  remember(changed: Call): void {
    const known = this.kept.get(changed.id)
    const schemas = known ? known.schemas : this.schemasOf?.(changed.serverId, changed.tool)
    const report = reportOf(changed)
    const call = schemas ? { ...report, schemas } : report
    this.kept.set(call.id, call)
    if (call.outcome) this.forgetAfter(call.id)
    this.news.tell(call)
  }

  private forgetAfter(id: CallId): void {
    this.ended.add(id)
    if (this.ended.size <= KEPT_CALLS) return
    for (const oldest of this.ended) {
      this.ended.delete(oldest)
      return void this.kept.delete(oldest)
    }
  }

  /** Asked of each call as it begins: what its tool declares then. */
  onStart(schemasOf: SchemasOf): void {
    this.schemasOf = schemasOf
  }

  onChange(listener: (call: Call) => void): () => void {
    return this.news.hear(listener)
  }
}
