/** The tables of the audit log, and how they are opened. */
import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addQueryFunctions } from '../../query/query-functions'
import { remark, RETENTION, TAKEN_OVER } from '../audit-remarks'

const VERSION = 2

/** The first table is as others know it; what more there is to say of a record stands beside it. */
const TABLES = `
  CREATE TABLE mcp_audit_log (
    id INTEGER PRIMARY KEY,
    timestamp DATETIME,
    session_id TEXT,
    method TEXT,
    params TEXT,
    result TEXT,
    error TEXT,
    duration_ms INTEGER
  );
  CREATE INDEX audit_session ON mcp_audit_log(session_id);
  CREATE TABLE mcp_audit_chain (
    seq INTEGER PRIMARY KEY,
    audit_id INTEGER NOT NULL,
    part TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_chain_record ON mcp_audit_chain(audit_id);
  CREATE TABLE audit_detail (
    audit_id INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    run INTEGER NOT NULL,
    kind TEXT NOT NULL,
    server TEXT,
    server_name TEXT,
    target TEXT,
    params_bytes INTEGER,
    params_sha256 TEXT,
    result_bytes INTEGER,
    result_sha256 TEXT,
    error_bytes INTEGER,
    error_sha256 TEXT,
    ending TEXT
  ) STRICT;
  CREATE INDEX audit_open ON audit_detail(run) WHERE ending IS NULL;
  CREATE TABLE audit_run (
    id INTEGER PRIMARY KEY,
    pid INTEGER NOT NULL,
    process_start TEXT,
    started_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE audit_anchor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    hash TEXT NOT NULL,
    removed_until INTEGER NOT NULL,
    removed INTEGER NOT NULL
  ) STRICT;
  INSERT INTO audit_anchor VALUES (1, '', 0, 0);
`

/**
 * How far the log has come. Links that are taken from its end are missed by it. A trigger writes it, so
 * that it is right whichever version writes a link, and never without the link itself.
 */
const REACH = `
  CREATE TABLE IF NOT EXISTS audit_reach (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    newest INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO audit_reach SELECT 1,
    coalesce((SELECT max(id) FROM mcp_audit_log), removed_until),
    coalesce((SELECT hash FROM mcp_audit_chain ORDER BY seq DESC LIMIT 1), hash)
    FROM audit_anchor;
  DROP TRIGGER IF EXISTS audit_reached;
  CREATE TRIGGER audit_reached AFTER INSERT ON mcp_audit_chain BEGIN
    UPDATE audit_reach SET newest = max(newest, NEW.audit_id), hash = NEW.hash;
  END;
`

/** SQLite's names for a file that is no database, and for one that is damaged. */
const CORRUPT = 11
const NOT_A_DATABASE = 26
/** A larger file is not read as a whole before the first record can be written. */
const LOOKED_THROUGH_BYTES = 64 * 1024 * 1024

/**
 * What stood in the file before it was opened. `without reach`: somebody removed that table.
 * `downgraded`: somebody made a newer log say that version 1 wrote it.
 */
export type Found = 'nothing' | 'version 1' | 'downgraded' | 'without reach' | 'whole'

/** Two may write at the same time: the app, and the command line. Throws where it is damaged. */
export function openAuditTables(path: string): DatabaseSync {
  return openTables(path).database
}

export function openTables(path: string): {
  readonly database: DatabaseSync
  readonly found: Found
} {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path, { timeout: 5_000, defensive: true })
  try {
    chmodSync(path, 0o600)
    // Space that was freed can be given back only if this is said before anything is written.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL')
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const found = prepare(database)
    if (statSync(path).size <= LOOKED_THROUGH_BYTES) expectSound(database)
    return { database, found }
  } catch (error) {
    database.close()
    throw error
  }
}

/** For whoever only looks. */
export function openAuditToRead(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const version = versionOf(database)
    if (version === 0) throw new EmptyAudit()
    if (version > VERSION) throw new NewerAudit()
    database.exec('PRAGMA trusted_schema = OFF')
    addQueryFunctions(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Never deleted. Says what it is called now. */
export function setAside(path: string): string {
  const aside = path.replace(/(\.db)?$/, `.corrupt-${Date.now()}.db`)
  renameSync(path, aside)
  for (const part of ['-wal', '-shm']) {
    if (existsSync(path + part)) renameSync(path + part, aside + part)
  }
  return aside
}

/** Where the disk, the memory or another process is the reason, and not what is in the file. */
const OUTSIDE = {
  permission: 3,
  busy: 5,
  locked: 6,
  memory: 7,
  readOnly: 8,
  interrupt: 9,
  disk: 10,
  full: 13,
  cannotOpen: 14,
  protocol: 15
}

/** Whether an error while reading comes from the content: a table is gone, or a number is too large. */
export function isWrongContent(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (errcode === undefined) return code === 'ERR_OUT_OF_RANGE'
  return !Object.values(OUTSIDE).includes(errcode & 0xff)
}

export function isDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  // The lower byte is the kind of an error, the rest says more of it.
  return code !== undefined && [CORRUPT, NOT_A_DATABASE].includes(code & 0xff)
}

/** All of it or nothing. Nobody else writes meanwhile. */
export function together<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function prepare(database: DatabaseSync): Found {
  database.exec('PRAGMA trusted_schema = OFF')
  addQueryFunctions(database)
  if (versionOf(database) > VERSION) throw new NewerAudit()
  if (versionOf(database) === VERSION && hasReach(database)) return 'whole'
  return together(database, () => {
    const version = versionOf(database)
    if (version === 0) database.exec(TABLES)
    const wasDowngraded = isDowngraded(database)
    const isReachMissing = !hasReach(database)
    if (isReachMissing) database.exec(REACH)
    if (version === 1) takeOver(database)
    database.exec(`PRAGMA user_version = ${VERSION}`)
    if (version === 0) return 'nothing'
    if (version === 1) return wasDowngraded ? 'downgraded' : 'version 1'
    return isReachMissing ? 'without reach' : 'whole'
  })
}

/** Version 1 forgot records without a word in the chain, so the chain has to say what is gone by now. */
function takeOver(database: DatabaseSync): void {
  const {
    removed_until: until,
    hash,
    removed
  } = database.prepare('SELECT * FROM audit_anchor').get() ?? {}
  if (Number(until ?? 0) === 0) return
  const params = {
    action: TAKEN_OVER,
    until: Number(until),
    hash: String(hash),
    count: Number(removed)
  } as const
  remark(database, { method: RETENTION, params }, Date.now())
}

/** It does not know how far it has come, and says nothing of what it has forgotten. */
export function isOfVersion1(database: DatabaseSync): boolean {
  return versionOf(database) === 1 && !hasMarksOfVersion2(database)
}

/** It says that version 1 wrote it, and holds what version 1 never wrote. */
export function isDowngraded(database: DatabaseSync): boolean {
  return versionOf(database) === 1 && hasMarksOfVersion2(database)
}

function hasMarksOfVersion2(database: DatabaseSync): boolean {
  const marks = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name IN ('audit_reach', 'audit_reached'))
        OR EXISTS (SELECT 1 FROM mcp_audit_chain WHERE part NOT IN ('intent', 'end')) AS found`
    )
    .get()
  return marks?.['found'] === 1
}

/** With the row in it, and with what keeps that row right. */
export function hasReach(database: DatabaseSync): boolean {
  const parts = database
    .prepare(
      `SELECT count(*) AS n FROM sqlite_master WHERE (type = 'table' AND name = 'audit_reach')
        OR (type = 'trigger' AND name = 'audit_reached')`
    )
    .get()?.['n']
  return parts === 2 && database.prepare('SELECT 1 FROM audit_reach').get() !== undefined
}

function expectSound(database: DatabaseSync): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found === 'ok') return
  throw Object.assign(new Error(String(found)), { errcode: CORRUPT })
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** A database that no Patchbay has written. */
export class EmptyAudit extends Error {
  constructor() {
    super('There is no audit log in it.')
    this.name = 'EmptyAudit'
  }
}

/** A newer Patchbay has written it, and it stays as it is. */
class NewerAudit extends Error {
  constructor() {
    super('It was written by a newer version of Patchbay.')
    this.name = 'NewerAudit'
  }
}
