import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { entry, list } from '../store-testing'
import { NewerTraffic, openTables, openToRead } from './tables'
import { TrafficStore } from '../traffic-store'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-tables-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** As the second version has left them, with a run and a frame in it. */
function secondVersion(name: string): string {
  mkdirSync(join(folder, name))
  const path = join(folder, name, 'traffic.db')
  const database = openTables(path, () => {})
  const store = new TrafficStore(database)
  store.append(store.recordings.begin(1_000), [entry(1)], ['one'])
  database.exec('ALTER TABLE entry DROP COLUMN is_background; PRAGMA user_version = 2')
  database.exec('ALTER TABLE raw DROP COLUMN original')
  database.close()
  return path
}

/** The same of the third version. */
function thirdVersion(name: string): string {
  mkdirSync(join(folder, name))
  const path = join(folder, name, 'traffic.db')
  const database = openTables(path, () => {})
  const store = new TrafficStore(database)
  store.append(store.recordings.begin(1_000), [entry(1)], ['one'])
  database.exec('ALTER TABLE raw DROP COLUMN original; PRAGMA user_version = 3')
  database.close()
  return path
}

/** As the first version has left them, with a run and an old file in it. */
function firstVersion(name: string): string {
  mkdirSync(join(folder, name))
  const path = join(folder, name, 'traffic.db')
  openTables(path, () => {}).close()
  const database = new DatabaseSync(path)
  database.exec('ALTER TABLE entry DROP COLUMN is_background')
  database.exec('ALTER TABLE raw DROP COLUMN original')
  database.exec(`
    DROP TABLE recording;
    CREATE TABLE recording(
      id INTEGER PRIMARY KEY, started_at REAL NOT NULL, source TEXT NOT NULL, name TEXT
    ) STRICT;
    INSERT INTO recording VALUES (3, 1000, 'run', NULL), (5, 2000, 'file', 'a.jsonl');
    PRAGMA user_version = 1;
  `)
  database.close()
  return path
}

const RUN = { id: 3, startedAt: 1_000, source: 'run', entries: 0, isLive: false }
const FILE = {
  id: 5,
  startedAt: 2_000,
  source: 'file',
  name: 'a.jsonl',
  entries: 0,
  isLive: false
}

it('brings tables of the first version up to date, and keeps what is in them', () => {
  const path = firstVersion('stepped')
  const store = new TrafficStore(openTables(path, () => {}))
  expect(store.list()).toEqual([FILE, RUN])
  store.trim({ bytes: Infinity, oldestAt: 3_000 })
  expect(store.list()).toEqual([FILE])
  store.close()
  const again = new TrafficStore(openTables(path, () => {}))
  expect(again.list()).toEqual([FILE])
  again.close()
})

it('never gives the number of a recording to another one', () => {
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const first = store.recordings.begin(0)
  store.remove(first)
  expect(store.recordings.begin(0)).not.toBe(first)
})

it('reads tables of the first version without changing them', () => {
  const path = firstVersion('read')
  const before = readFileSync(path)
  const store = new TrafficStore(openToRead(path))
  expect(store.list()).toEqual([FILE, RUN])
  store.close()
  expect(readFileSync(path).equals(before)).toBe(true)
})

it.each([
  ['brings up to date', (path: string) => openTables(path, () => {})],
  ['only reads', openToRead]
])('lists what the second version has written when it %s the tables', (how, open) => {
  const store = new TrafficStore(open(secondVersion(how)))
  const [recording] = store.list()
  const spec = { recording: recording?.id ?? 0, hidesBackground: true }
  expect(list(store, spec).seqs()).toEqual([1])
  expect(list(store, { ...spec, query: 'is:background' }).seqs()).toEqual([])
  store.close()
})

it.each([
  ['brings up to date', (path: string) => openTables(path, () => {})],
  ['only reads', openToRead]
])('has the texts of the third version, without bytes, when it %s the tables', (how, open) => {
  const store = new TrafficStore(open(thirdVersion(`third ${how}`)))
  const { id = 0 } = store.list()[0] ?? {}
  expect([store.raw(id, 1), store.original(id, 1)]).toEqual(['one', undefined])
  store.close()
})

it('leaves alone what a newer version has written', () => {
  const path = firstVersion('newer')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()
  expect(() => openTables(path, () => {})).toThrow(NewerTraffic)
  expect(() => openToRead(path)).toThrow(NewerTraffic)
})
