/** Writes an audit log as version 1 did, which later versions still have to read. */
import { DatabaseSync } from 'node:sqlite'
import { hashOf, WHOLE_RECORD, type Part } from './audit-chain'

const TABLES = `
  CREATE TABLE mcp_audit_log (id INTEGER PRIMARY KEY, timestamp DATETIME, session_id TEXT,
    method TEXT, params TEXT, result TEXT, error TEXT, duration_ms INTEGER);
  CREATE TABLE mcp_audit_chain (seq INTEGER PRIMARY KEY, audit_id INTEGER NOT NULL,
    part TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE audit_detail (audit_id INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE,
    run INTEGER NOT NULL, kind TEXT NOT NULL, server TEXT, server_name TEXT, target TEXT,
    params_bytes INTEGER, params_sha256 TEXT, result_bytes INTEGER, result_sha256 TEXT,
    error_bytes INTEGER, error_sha256 TEXT, ending TEXT) STRICT;
  CREATE TABLE audit_run (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, process_start TEXT,
    started_at TEXT NOT NULL) STRICT;
  CREATE TABLE audit_anchor (only INTEGER PRIMARY KEY CHECK (only = 1), hash TEXT NOT NULL,
    removed_until INTEGER NOT NULL, removed INTEGER NOT NULL) STRICT;
  INSERT INTO audit_anchor VALUES (1, '', 0, 0);
  PRAGMA user_version = 1`

/** Records 1 to 4, of which it has forgotten the first ones as version 1 did: without a word. */
export function writeVersion1(path: string, forgotten: number): void {
  const database = new DatabaseSync(path)
  database.exec(TABLES)
  let prevHash = ''
  const link = (id: number, part: Part): void => {
    const hash = hashOf(
      prevHash,
      part,
      database.prepare(`${WHOLE_RECORD} WHERE l.id = ?`).get(id) ?? {}
    )
    database
      .prepare('INSERT INTO mcp_audit_chain(audit_id, part, prev_hash, hash) VALUES (?, ?, ?, ?)')
      .run(id, part, prevHash, hash)
    prevHash = hash
  }
  for (let id = 1; id <= 4; id++) {
    database
      .prepare(
        `INSERT INTO mcp_audit_log(id, timestamp, method) VALUES (?, '2026-01-01T00:00:00.000Z', 'ping')`
      )
      .run(id)
    database
      .prepare(`INSERT INTO audit_detail(audit_id, token, run, kind) VALUES (?, ?, 1, 'request')`)
      .run(id, `old ${id}`)
    link(id, 'intent')
    database.prepare(`UPDATE audit_detail SET ending = 'ok' WHERE audit_id = ?`).run(id)
    link(id, 'end')
  }
  if (forgotten > 0) {
    database.exec(`
      UPDATE audit_anchor SET removed_until = ${forgotten}, removed = ${forgotten}, hash = (SELECT hash
        FROM mcp_audit_chain WHERE audit_id = ${forgotten} ORDER BY seq DESC LIMIT 1);
      DELETE FROM mcp_audit_log WHERE id <= ${forgotten};
      DELETE FROM audit_detail WHERE audit_id <= ${forgotten};
      DELETE FROM mcp_audit_chain WHERE audit_id <= ${forgotten}`)
  }
  database.close()
}
