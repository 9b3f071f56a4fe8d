import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Intake } from './intake'
import { storeAnswers } from './store-answers'
import { openTables } from './rows/tables'
import { TrafficStore } from './traffic-store'

const DAY_MS = 24 * 60 * 60 * 1_000
const folder = mkdtempSync(join(tmpdir(), 'patchbay-import-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function lineOf(seq: number, rest: object = {}): string {
  const base = { time: '2024-01-01T00:00:00.000Z', server: 'demo', origin: 'server', kind: 'noise' }
  return JSON.stringify({ seq, ...base, raw: 'x', ...rest })
}

function fileOf(...lines: readonly string[]): string {
  const path = join(folder, `${++files}.jsonl`)
  writeFileSync(path, lines.join('\n'))
  return path
}

/** A store in which a run goes on; on disk, if it has a path. */
function storeOf(path = ':memory:', mostBytes = Infinity) {
  const store = new TrafficStore(openTables(path, () => {}))
  const live = store.recordings.begin(Date.now())
  const answers = storeAnswers(
    () => store,
    () => mostBytes
  )
  return { store, live, answers }
}

/** An import that has come so far, and goes on. */
function begun(store: TrafficStore): { readonly recording: number; readonly intake: Intake } {
  const recording = store.recordings.begin(Date.now(), { kind: 'file', name: 'big.jsonl' })
  const intake = new Intake(store, recording)
  for (let seq = 1; seq <= 600; seq++) intake.take(lineOf(seq, { raw: 'x'.repeat(10_000) }))
  return { recording, intake }
}

const idsOf = (store: TrafficStore): readonly number[] => store.list().map(({ id }) => id)

describe('an import', () => {
  it.each([
    [['', ''], 'There is no entry in it.'],
    [['{"seq":1}'], 'line 1: This is not an entry'],
    [['no'], 'line 1: This is not JSON.'],
    [['', lineOf(1), '', '  ', 'no'], 'line 5: This is not JSON.'],
    [['', lineOf(1), '\r', 'no', ''], 'line 4: This is not JSON.'],
    [[lineOf(2), lineOf(1)], 'line 2: Entry 1 is out of order.'],
    [[lineOf(1, { rawBase64: '*' })], 'line 1: This is not an entry: rawBase64'],
    [[lineOf(1, { rawBase64: '//7DKA==' })], 'line 1: Its rawBase64 does not match its raw.']
  ])('of %j is refused with its place, and leaves nothing behind', async (lines, why) => {
    const { store, live, answers } = storeOf()
    await expect(answers.importLines(fileOf(...lines))).rejects.toThrow(why)
    expect(idsOf(store)).toEqual([live])
  })

  it('is as old as the import, not as what is in the file', async () => {
    const { store, live, answers } = storeOf()
    const imported = await answers.importLines(fileOf(lineOf(1)))
    expect(store.list()[0]).toMatchObject({ id: imported, startedAt: Date.UTC(2024, 0, 1) })
    store.trim({ bytes: Infinity, oldestAt: Date.now() - 30 * DAY_MS })
    expect(idsOf(store)).toEqual([imported, live])
    store.trim({ bytes: Infinity, oldestAt: Date.now() + 1 })
    expect(idsOf(store)).toEqual([live])
  })

  it('that is under way is neither listed, nor forgotten, nor the reason why others are', () => {
    const { store, live } = storeOf()
    const before = store.recordings.begin(0)
    store.recordings.live = live
    const { recording, intake } = begun(store)
    store.trim({ bytes: 1_000_000, oldestAt: -1 })
    expect(idsOf(store)).toEqual([before, live])
    intake.end()
    expect(idsOf(store)).toEqual([recording, before, live])
    store.trim({ bytes: 1_000_000, oldestAt: -1 })
    expect(idsOf(store)).toEqual([live])
  })

  it('that is larger than all that may be kept is refused, and all others stay', async () => {
    const { store, live, answers } = storeOf(':memory:', 1_000_000)
    const before = await answers.importLines(fileOf(lineOf(1)))
    const lines = Array.from({ length: 600 }, (_, at) => lineOf(at + 1, { raw: 'x'.repeat(9_000) }))
    const path = fileOf(...lines)
    await expect(answers.importLines(path)).rejects.toThrow(
      `${files}.jsonl is larger than the 1 MB of traffic that may be kept. Allow more in the settings, and import it again.`
    )
    store.trim({ bytes: 1_000_000, oldestAt: 0 })
    expect(idsOf(store)).toEqual([before, live])
  })

  it('that was killed halfway is gone after the next start, all of it', () => {
    const path = join(folder, 'killed', 'traffic.db')
    const killed = storeOf(path).store
    begun(killed)
    const before = killed.recordings.sizeBytes()
    killed.close()
    const { store, live } = storeOf(path)
    expect(idsOf(store)).not.toContain(2)
    store.recordings.removeEmpty()
    expect(idsOf(store)).toEqual([live])
    expect(store.recordings.sizeBytes()).toBeLessThan(before / 50)
    store.close()
  })

  it('that a broken thread left behind is forgotten too', () => {
    const path = join(folder, 'broken', 'traffic.db')
    const broken = storeOf(path)
    begun(broken.store)
    broken.store.close()
    const store = new TrafficStore(openTables(path, () => {}))
    store.recordings.live = broken.live
    const before = store.recordings.sizeBytes()
    store.trim({ bytes: Infinity, oldestAt: 0 })
    expect([idsOf(store), store.recordings.sizeBytes() < before]).toEqual([[broken.live], true])
    store.close()
  })

  it('of large frames holds few of them at a time', () => {
    const { store } = storeOf()
    const recording = store.recordings.begin(0, { kind: 'file', name: 'large' })
    const intake = new Intake(store, recording)
    for (let seq = 1; seq <= 20; seq++) intake.take(lineOf(seq, { raw: 'x'.repeat(1_000_000) }))
    expect(store.recordings.extentOf(recording).entries).toBeGreaterThan(10)
  })
})

describe('an imported entry', () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wipe' } }

  async function rowsOf(...entries: readonly { raw: unknown; [key: string]: unknown }[]) {
    const { store, answers } = storeOf()
    const lines = entries.map(({ raw, ...rest }, at) =>
      lineOf(at + 1, { ...rest, raw: typeof raw === 'string' ? raw : JSON.stringify(raw) })
    )
    const recording = await answers.importLines(fileOf(...lines))
    return entries.map((_, at) => {
      const { kind, method, target, id } = store.row(recording, at + 1) ?? {}
      return [kind, method, target, id]
    })
  }

  it('is what its text says, whatever else is said of it', async () => {
    const forged = { kind: 'notification', method: 'ping', target: 'nothing', id: 1 }
    expect(
      await rowsOf(
        { ...forged, raw: request },
        { ...forged, raw: { jsonrpc: '2.0', method: 'notifications/initialized' } },
        { ...forged, kind: 'request', raw: [request, { jsonrpc: '2.0', method: 'a' }] }
      )
    ).toEqual([
      ['request', 'tools/call', 'wipe', 7],
      ['notification', 'notifications/initialized', undefined, undefined],
      ['request', 'tools/call', 'wipe', 7]
    ])
  })

  it('that answers another of the file is named after that one', async () => {
    const answer = { kind: 'result', answers: 1, method: 'ping', target: 'nothing', id: 1 }
    const raw = { jsonrpc: '2.0', id: 7, result: {} }
    expect(await rowsOf({ kind: 'request', raw: request }, { ...answer, raw })).toEqual([
      ['request', 'tools/call', 'wipe', 7],
      ['result', 'tools/call', 'wipe', 7]
    ])
    expect(await rowsOf({ ...answer, answers: 99, raw })).toEqual([
      ['result', 'ping', 'nothing', 7]
    ])
  })

  it('that did not count as a frame does not become one', async () => {
    expect(await rowsOf({ raw: request }, { kind: 'stderr', raw: request })).toEqual([
      ['noise', undefined, undefined, undefined],
      ['stderr', undefined, undefined, undefined]
    ])
  })

  it('that is said to be a frame and is none is refused', async () => {
    await expect(rowsOf({ kind: 'request', method: 'ping', raw: '{"half' })).rejects.toThrow(
      'line 1: This is said to be a request, but its text is not JSON.'
    )
  })
})
