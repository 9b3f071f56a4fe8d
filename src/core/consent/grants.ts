/**
 * What the person has allowed once and need not be asked again. A grant fits only exactly what was
 * granted, ends on its day at the latest, and also when the clock is found to have been set back.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Tool } from '../../shared/calls/catalogue'
import { ServerId } from '../../shared/protocol/ids'
import type { Grant } from '../../shared/question/inbox'
import { KeptContent, type KeptContentOptions } from '../disk/kept-content'
import { redacted } from '../redaction/redacted'
import { canonicalHash } from '../values/canonical'
import { hashOfItem } from '../catalogue/lists'
import type { RunningTool } from './identity'

export const LONGEST_GRANT_MS = 30 * 24 * 3_600_000
/** Clocks are put right by a little all the time. */
const SLACK_MS = 60_000
const MOST_GRANTS = 1_000
const DETAILS_CHARS = 2_000
const NAME_CHARS = 200

export type GrantScope = {
  readonly serverId: ServerId
  /** Of what the server is: its definition, and what it says it is. */
  readonly identity: string
  readonly method: string
  /** Of the definitions of the tools that were being called. */
  readonly tools: string
  /** The same, each by itself; a grant ends when one of them is another. */
  readonly running?: readonly RunningTool[]
  readonly action: string
  readonly details: unknown
}

const Stored = z.looseObject({
  id: z.string(),
  serverId: ServerId,
  serverName: z.string(),
  action: z.string(),
  during: z.array(z.string()),
  details: z.string(),
  grantedAt: z.number(),
  expiresAt: z.number(),
  scope: z.string(),
  /** Of tools: nothing is written down of them by which somebody could know them. */
  running: z.array(z.looseObject({ name: z.string(), tool: z.string() }))
})
const GrantsFile = z.object({ grants: z.array(Stored), lastSeen: z.number() })
type StoredGrant = z.output<typeof Stored>

export type GrantsOptions = KeptContentOptions & {
  readonly redact?: (json: string) => string
  readonly onChange: (grants: readonly Grant[]) => void
}

export class Grants {
  private readonly kept: KeptContent<typeof GrantsFile>
  private grants: readonly StoredGrant[]
  /** The latest time that was ever seen here. */
  private lastSeen: number
  /** Two readings of one moment, from which the time that has really passed is known. */
  private since: { readonly wall: number; readonly monotonic: number }

  constructor(private readonly options: GrantsOptions) {
    const { clock } = options
    this.kept = new KeptContent(GrantsFile, options)
    const { grants, lastSeen } = this.kept.before ?? { grants: [], lastSeen: 0 }
    this.grants = grants
    this.lastSeen = lastSeen
    this.since = { wall: clock.wall(), monotonic: clock.monotonic() }
  }

  /** Until when exactly this is granted; undefined when it is not. */
  until(scope: GrantScope): number | undefined {
    this.expire()
    const hash = scopeHash(scope)
    return this.grants.find((grant) => grant.scope === hash)?.expiresAt
  }

  /** Returns until when; never longer than thirty days. */
  add(scope: GrantScope, serverName: string, lastsMs: number): number {
    this.expire()
    const grantedAt = this.options.clock.wall()
    const expiresAt = grantedAt + Math.min(Math.max(lastsMs, 0), LONGEST_GRANT_MS)
    const hash = scopeHash(scope)
    const { redact = (json: string) => json } = this.options
    const { running = [] } = scope
    const grant = {
      id: randomUUID(),
      serverId: scope.serverId,
      serverName,
      action: redacted(scope.action, redact).slice(0, DETAILS_CHARS),
      during: [...new Set(running.map(({ name }) => redacted(name, redact).slice(0, NAME_CHARS)))],
      details: redact(JSON.stringify(scope.details ?? null)).slice(0, DETAILS_CHARS),
      grantedAt,
      expiresAt,
      scope: hash,
      running: running.map(({ name, hash: tool }) => ({ name: nameHash(name), tool }))
    }
    const others = this.grants.filter((known) => known.scope !== hash)
    this.keep([...others, grant].slice(-MOST_GRANTS))
    return expiresAt
  }

  list(): readonly Grant[] {
    this.expire()
    return this.grants.map(shown)
  }

  revoke(ids: readonly string[]): readonly Grant[] {
    const revoked = this.grants.filter(({ id }) => ids.includes(id))
    if (revoked.length > 0) this.keep(this.grants.filter(({ id }) => !ids.includes(id)))
    return revoked.map(shown)
  }

  /** What was granted while a tool ran that is another by now; those that are not listed say nothing. */
  outdated(serverId: ServerId, listed: readonly Tool[]): readonly string[] {
    const own = this.grants.filter((grant) => grant.serverId === serverId)
    if (own.length === 0) return []
    const granted = new Set(own.flatMap(({ running }) => running.map(({ name }) => name)))
    const now = new Map<string, string>()
    for (const tool of listed) {
      const name = nameHash(tool.name)
      // Of two tools with one name the first is the one that is used.
      if (granted.has(name) && !now.has(name)) now.set(name, hashOfItem(tool))
    }
    return own
      .filter(({ running }) => running.some(({ name, tool }) => (now.get(name) ?? tool) !== tool))
      .map(({ id }) => id)
  }

  /** What the time is by now is known when we start again. */
  flush(): void {
    this.expire()
    if (this.grants.length > 0) this.write()
    this.kept.flush()
  }

  /** A clock that was set back would make a grant last longer, so then it has ended. */
  private expire(): void {
    const { clock } = this.options
    const [now, monotonic] = [clock.wall(), clock.monotonic()]
    const latest = Math.max(this.lastSeen, this.since.wall + monotonic - this.since.monotonic)
    const isSetBack = now < latest - SLACK_MS
    this.since = { wall: now, monotonic }
    this.lastSeen = isSetBack ? now : Math.max(latest, now)
    const left = isSetBack ? [] : this.grants.filter(({ expiresAt }) => expiresAt > this.lastSeen)
    if (left.length < this.grants.length) this.keep(left)
  }

  private keep(grants: readonly StoredGrant[]): void {
    this.grants = grants
    this.write()
    this.options.onChange(this.grants.map(shown))
  }

  private write(): void {
    this.kept.write({ grants: [...this.grants], lastSeen: this.lastSeen })
  }
}

function scopeHash({ serverId, identity, method, tools, action, details }: GrantScope): string {
  return canonicalHash([serverId, identity, method, tools, action, details ?? null])
}

function nameHash(name: string): string {
  return canonicalHash(['the name of a tool', name])
}

function shown(grant: StoredGrant): Grant {
  const { id, serverId, serverName, action, during, details, grantedAt, expiresAt } = grant
  return { id, serverId, serverName, action, during, details, grantedAt, expiresAt }
}
