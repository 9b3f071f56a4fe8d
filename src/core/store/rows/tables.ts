/** The tables of the traffic, and how they are opened. */
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../shared/protocol/errors'
import { addQueryFunctions } from '../../query/query-functions'

/** Each recording has a range of keys of its own, so that its entries lie side by side. */
export const RECORDING_SPAN = 4_294_967_296

const VERSION = 6

/** For the timeline. */
const AUTH_INDEX = `
  CREATE INDEX IF NOT EXISTS entry_auth ON entry(key, time, ending_time, ending_seq)
    WHERE kind = 'auth' AND answers IS NULL;
`

const CALLS = `
  CREATE TABLE IF NOT EXISTS call(
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    started_at REAL NOT NULL,
    request_key INTEGER,
    answer_key INTEGER,
    row TEXT NOT NULL,
    rest TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    is_pinned INTEGER NOT NULL,
    name TEXT,
    is_removed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS call_scope ON call(scope, started_at);
  CREATE INDEX IF NOT EXISTS call_loose ON call(started_at, scope, bytes)
    WHERE is_pinned = 0 AND is_removed = 0;
  CREATE INDEX IF NOT EXISTS call_request ON call(request_key) WHERE request_key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS call_answer ON call(answer_key) WHERE answer_key IS NOT NULL;
`

/** Numbers are never used twice: whoever still has one must not find another recording under it. */
const RECORDING = `
  CREATE TABLE recording(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at REAL NOT NULL,
    source TEXT NOT NULL,
    name TEXT,
    imported_at REAL,
    is_unfinished INTEGER
  ) STRICT;
`

const TABLES = `
  ${RECORDING}
  CREATE TABLE server(
    recording INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (recording, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE entry(
    key INTEGER PRIMARY KEY,
    time REAL NOT NULL,
    server TEXT NOT NULL,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    method TEXT,
    target TEXT,
    rpc_id TEXT,
    answers INTEGER,
    repeats INTEGER,
    cancels INTEGER,
    belongs_to INTEGER,
    took REAL,
    is_tool_error INTEGER,
    level TEXT,
    logger TEXT,
    text TEXT,
    violations TEXT,
    more TEXT,
    ending_kind TEXT,
    ending_seq INTEGER,
    ending_took REAL,
    ending_is_tool_error INTEGER,
    ending_time REAL,
    is_pinned INTEGER,
    note TEXT,
    is_background INTEGER
  ) STRICT;
  CREATE INDEX entry_belonging ON entry(belongs_to, key) WHERE belongs_to IS NOT NULL;
  CREATE INDEX entry_request ON entry(key, time, ending_time, ending_seq) WHERE kind = 'request';
  ${AUTH_INDEX}
  CREATE TABLE raw(
    key INTEGER PRIMARY KEY, text TEXT NOT NULL, exact BLOB, original BLOB
  ) STRICT;
  ${CALLS}
  PRAGMA user_version = ${VERSION};
`

/** What makes the next version of each earlier one. */
const STEPS: Readonly<Record<number, string>> = {
  1: `
    ALTER TABLE recording RENAME TO recording_before;
    ${RECORDING}
    INSERT INTO recording(id, started_at, source, name, imported_at)
      SELECT id, started_at, source, name, iif(source = 'file', unixepoch() * 1000.0, NULL)
      FROM recording_before;
    DROP TABLE recording_before;
  `,
  2: 'ALTER TABLE entry ADD COLUMN is_background INTEGER;',
  3: 'ALTER TABLE raw ADD COLUMN original BLOB;',
  4: AUTH_INDEX,
  5: CALLS
}

const RAW_VIEW = 'CREATE TEMP VIEW raw AS SELECT *, NULL AS original FROM main.raw;'
/** Statements that change entries are prepared by readers too, so that the view has to take them. */
const ENTRY_VIEW = `
  CREATE TEMP VIEW entry AS SELECT *, NULL AS is_background FROM main.entry;
  CREATE TEMP TRIGGER no_update INSTEAD OF UPDATE ON entry BEGIN SELECT RAISE(ABORT, ''); END;
  ${RAW_VIEW}
`

/** What makes an earlier version look like this one to whoever may not change it. */
const VIEWS: Readonly<Record<number, string>> = {
  1: `
    CREATE TEMP VIEW recording AS
      SELECT *, NULL AS imported_at, NULL AS is_unfinished FROM main.recording;
    ${ENTRY_VIEW}
  `,
  2: ENTRY_VIEW,
  3: RAW_VIEW,
  4: '',
  5: ''
}

/** SQLite's own names for a file that is no database, and for one that is damaged. */
const CORRUPT = 11
const NOT_A_DATABASE = 26

/** A file that cannot be read is set aside, never deleted; whoever is told says so to the person. */
export function openTables(
  path: string,
  tell: (message: string, aside: string) => void
): DatabaseSync {
  if (path === ':memory:') return prepared(new DatabaseSync(path))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return openFile(path)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const aside = path.replace(/(\.db)?$/, `.corrupt-${Date.now()}.db`)
    renameSync(path, aside)
    for (const part of ['-wal', '-shm']) {
      if (existsSync(path + part)) renameSync(path + part, aside + part)
    }
    const why = messageOf(error)
    tell(`The recorded traffic could not be read (${why}). It was kept as ${aside}.`, aside)
    return openFile(path)
  }
}

/** For whoever only looks: the app may be writing at the same time. */
export function openToRead(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const version = versionOf(database)
    const view = VIEWS[version]
    if (view !== undefined) database.exec(view)
    else if (version !== VERSION) throw new NewerTraffic()
    addQueryFunctions(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** For what is looked at once: in memory, on disk where that is too little, and gone when closed. */
export function openPassing(): DatabaseSync {
  return prepared(new DatabaseSync(''))
}

function openFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000, defensive: true })
  try {
    chmodSync(path, 0o600)
    // Space that was freed can be given back only if this is said before anything is written.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL')
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    return prepared(database)
  } catch (error) {
    database.close()
    throw error
  }
}

function prepared(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000')
  database.exec('PRAGMA trusted_schema = OFF')
  addQueryFunctions(database)
  if (versionOf(database) === 0) database.exec(TABLES)
  bringUpToDate(database)
  return database
}

/** One step after the other, each of them whole or not at all. */
function bringUpToDate(database: DatabaseSync): void {
  for (let version = versionOf(database); version !== VERSION; version++) {
    const step = STEPS[version]
    if (step === undefined) throw new NewerTraffic()
    try {
      database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${version + 1}; COMMIT`)
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** A newer Patchbay has written it, and it stays as it is. */
export class NewerTraffic extends Error {
  constructor() {
    super('The recorded traffic was written by a newer version of Patchbay.')
    this.name = 'NewerTraffic'
  }
}

function isDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code === CORRUPT || code === NOT_A_DATABASE
}
