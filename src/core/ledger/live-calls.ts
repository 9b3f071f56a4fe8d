/**
 * The calls of all servers that the table of calls does not have: those that run, and those that have
 * ended and are not written yet. Where none may be written, they stay here until there are too many.
 */
import { randomUUID } from 'node:crypto'
import { News } from '../values/news'
import { reportOf } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../shared/protocol/ids'
import type { SchemaDigests } from '../../shared/calls/schema-digests'

/** So many that have ended. */
const MOST_ENDED = 200

type SchemasOf = (serverId: ServerId, tool: string) => SchemaDigests | undefined

export class LiveCalls {
  /** How the ids of this run begin: calls are kept beyond our own end, so no other run may have them. */
  readonly ids = `call-${randomUUID()}-`
  private readonly byId = new Map<CallId, Call>()
  /** Those of them that have ended, in that order. */
  private readonly ended = new Set<CallId>()
  private readonly lastOf = new Map<ServerId, CallId>()
  private readonly news = new News<Call>()
  private schemasOf?: SchemasOf
  private count = 0

  nextId(): string {
    return `${this.ids}${++this.count}`
  }

  list(): readonly Call[] {
    return [...this.byId.values()]
  }

  get(id: CallId): Call | undefined {
    return this.byId.get(id)
  }

  /** The call of a server that began last, in this run. */
  last(serverId: ServerId): CallId | undefined {
    return this.lastOf.get(serverId)
  }

  remember(changed: Call): void {
    const known = this.byId.get(changed.id)
    if (!known) this.lastOf.set(changed.serverId, changed.id)
    const schemas = known ? known.schemas : this.schemasOf?.(changed.serverId, changed.tool)
    const report = reportOf(changed)
    const call = schemas ? { ...report, schemas } : report
    this.byId.set(call.id, call)
    if (call.outcome) this.ended.add(call.id)
    const [oldest] = this.ended
    if (oldest !== undefined && this.ended.size > MOST_ENDED) this.drop(oldest)
    this.news.tell(call)
  }

  /** The table has these now. Says which of them are of this run, also of those that are not here. */
  settle(ids: readonly string[]): readonly CallId[] {
    const ours = (ids as readonly CallId[]).filter((id) => id.startsWith(this.ids))
    for (const id of ours) this.drop(id)
    return ours
  }

  /** Asked of each call as it begins: what its tool declares then. */
  onStart(schemasOf: SchemasOf): void {
    this.schemasOf = schemasOf
  }

  onChange(listener: (call: Call) => void): () => void {
    return this.news.hear(listener)
  }

  private drop(id: CallId): void {
    this.ended.delete(id)
    this.byId.delete(id)
  }
}
