/**
 * Records that the audit log writes about itself, so that what becomes of the log is in its chain as
 * well. Nothing in them comes from a server or from you, so they are kept as they are.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Chain, NEXT_ID } from './audit-chain'
import { targetOf } from './audit-target'
import { valueIn } from './audit-value'

/** Says which records the log no longer keeps. */
export const RETENTION = 'patchbay/retention'
/** Says that the log was not what Patchbay had written last. */
export const LOSS = 'patchbay/loss'
/** Says what a log of version 1 had forgotten before it said so itself. */
export const TAKEN_OVER = 'take over an older log'

const Retention = z.object({
  action: z.enum(['forget the oldest records', TAKEN_OVER]),
  /** The newest record that is gone, and the link that the oldest record left follows. */
  until: z.number(),
  hash: z.string(),
  /** Of all records that were ever forgotten. */
  count: z.number(),
  /** Of those that were forgotten this time. */
  removed: z.number().optional(),
  /** What the settings allowed then. */
  setting: z.object({ bytes: z.number(), oldest: z.string() }).optional()
})
export type Retention = z.output<typeof Retention>

const Loss = z.object({
  action: z.literal('miss records'),
  why: z.string(),
  /** What Patchbay had written last, if it still knew. */
  lastId: z.number().optional(),
  lastHash: z.string().optional()
})
export type Loss = z.output<typeof Loss>

type Remark =
  | { readonly method: typeof RETENTION; readonly params: Retention }
  | { readonly method: typeof LOSS; readonly params: Loss }

/** Only inside a transaction, with all that the remark is about. */
export function remark(database: DatabaseSync, { method, params }: Remark, now: number): void {
  const text = JSON.stringify(params)
  const { lastInsertRowid: id } = database
    .prepare(
      `INSERT INTO mcp_audit_log(id, timestamp, method, params, duration_ms)
       VALUES (${NEXT_ID}, ?, ?, ?, 0)`
    )
    .run(new Date(now).toISOString(), method, text)
  database
    .prepare(
      `INSERT INTO audit_detail(audit_id, token, run, kind, target, params_bytes, params_sha256,
        ending) VALUES (?, ?, 0, 'note', ?, ?, ?, 'ok')`
    )
    .run(
      id,
      randomUUID(),
      targetOf(method, text) ?? null,
      Buffer.byteLength(text),
      createHash('sha256').update(text).digest('hex')
    )
  const chain = new Chain(database)
  chain.link(Number(id), 'begin')
  chain.link(Number(id), 'end')
}

/** What the newest record about forgotten records says; undefined when nothing was forgotten. */
export function newestRetention(database: DatabaseSync): Retention | undefined {
  return Retention.safeParse(newest(database, RETENTION)?.params).data
}

export type NotedLoss = Loss & { readonly id: number }

export function newestLoss(database: DatabaseSync): NotedLoss | undefined {
  const found = newest(database, LOSS)
  const parsed = Loss.safeParse(found?.params)
  return found && parsed.data && { ...parsed.data, id: found.id }
}

function newest(database: DatabaseSync, method: string) {
  const row = database
    .prepare(
      `SELECT l.id, l.params FROM mcp_audit_log l JOIN audit_detail d ON d.audit_id = l.id
       WHERE l.method = ? AND d.kind = 'note' ORDER BY l.id DESC LIMIT 1`
    )
    .get(method)
  return row && { id: Number(row['id']), params: valueIn(String(row['params'])) }
}
