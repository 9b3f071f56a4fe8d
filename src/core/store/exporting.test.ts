import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock } from '../time/clock'
import { Tap } from '../wire/tap'
import { got, opened, server, us } from '../wire/scripted-frames'
import { TrafficLog } from '../traffic/traffic-log'
import { exportTo, linesWriter } from './exporting'
import { storeAnswers } from './store-answers'
import { openTables } from './rows/tables'
import { TrafficStore } from './traffic-store'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const demo = ServerId.parse('demo')

/** A session, and everything odd that can be in one. */
function recorded() {
  const log = new TrafficLog()
  const tap = new Tap(log, demo, systemClock)
  const script = [
    ...opened(),
    ...got(2, 'tools/list', {}, { tools: [] }),
    us({ id: 1, method: 'tools/call', params: { name: 'a', _meta: { progressToken: 'p' } } }),
    server({ method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }),
    server({ id: 1, method: 'sampling/createMessage', params: {} }),
    server({ id: '1', result: {} }),
    server({ id: 1, result: {} }),
    server({ id: 99, result: {} })
  ]
  for (const { origin, raw } of script.flat()) tap.frame(origin, raw, raw.length)
  tap.frame('server', 'listening on 3000', 17)
  tap.frame('server', '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]', 63)
  tap.noise('{"half', 6, [{ rule: 'truncated', message: 'It ended.', clause: 'stdio' }])
  tap.stderr('über\u0000 \ud83d\ude00 \u2028', 9)
  tap.noise('\ufffd\ufffd\ufffd(', 4, [], { original: Uint8Array.of(0xff, 0xfe, 0xc3, 0x28) })
  tap.end('Exited with code 3.')
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const recording = store.recordings.begin(0)
  const entries = log.tail(1_000)
  store.append(
    recording,
    entries,
    entries.map(({ seq }) => log.raw(seq) ?? ''),
    new Map(entries.flatMap(({ seq }) => (log.original(seq) ? [[seq, log.original(seq)!]] : [])))
  )
  store.recordings.nameServers(recording, { demo: 'The demo' })
  store.note(recording, 3, { isPinned: true, note: 'look' })
  return { store, recording, answers: storeAnswers(() => store) }
}

function everything(store: TrafficStore, recording: number) {
  return [...store.recordings.seqsOf(recording)].map((seq) => [
    store.row(recording, seq),
    store.raw(recording, seq),
    store.original(recording, seq)
  ])
}

describe('an export', () => {
  it('that is imported again is the same, frame by frame', async () => {
    const { store, recording, answers } = recorded()
    const path = join(folder, 'whole.jsonl')
    const report = await answers.exportLines({ recording }, path)
    const imported = await answers.importLines(path)
    expect(everything(store, imported)).toEqual(everything(store, recording))
    expect(report.entries).toBe(everything(store, recording).length)
    expect(store.recordings.serverNames(imported)).toEqual({ demo: 'The demo' })
    expect(store.list().find(({ id }) => id === imported)).toMatchObject({
      source: 'file',
      name: 'whole.jsonl',
      isLive: false
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('of a list has its rows only, and says how many values are hidden', async () => {
    const { store, recording, answers } = recorded()
    store.append(recording, [more(store, recording)], ['needle •••'])
    const { viewId } = store.openView({
      recording,
      query: 'needle',
      isPaired: false,
      isFolded: false
    })
    while (store.advance().length > 0);
    const path = join(folder, 'part.jsonl')
    expect(await answers.exportLines({ viewId }, path)).toEqual({
      entries: 1,
      hidden: 1,
      leftOut: 0
    })
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('of large frames is written in parts, because no text can be that long', async () => {
    const { store, recording } = recorded()
    const text = 'x'.repeat(2_000_000)
    const seqs = Array.from({ length: 300 }, () => 1)
    const report = await exportTo(store, { recording, seqs }, { textsOf: () => [text] }, devNull)
    expect(report.entries).toBe(300)
  })

  it.each([
    ['written', [1]],
    ['found', [999_999]]
  ])('lets others have their turn also where nothing is %s', async (_, seqs) => {
    const { store, recording } = recorded()
    const many = Array.from({ length: 2_000 }, () => seqs[0] ?? 0)
    const turns = countTurns()
    await exportTo(store, { recording, seqs: many }, { textsOf: () => undefined }, devNull)
    expect(turns()).toBeGreaterThan(2)
  })

  it('takes the place of a file that others could read, for the person only', async () => {
    const { recording, answers } = recorded()
    const path = join(folder, 'open.jsonl')
    writeFileSync(path, 'before')
    chmodSync(path, 0o644)
    await answers.exportLines({ recording }, path)
    expect([readFileSync(path, 'utf8')[0], statSync(path).mode & 0o777]).toEqual(['{', 0o600])
  })

  it('that fails leaves the file that was there as it was, and nothing else', async () => {
    const { store, recording } = recorded()
    const place = join(folder, 'failing')
    mkdirSync(place)
    const path = join(place, 'kept.jsonl')
    writeFileSync(path, 'before')
    const fail = (): never => {
      throw new Error('no more')
    }
    const exporting = exportTo(store, { recording }, { textsOf: fail }, path)
    await expect(exporting).rejects.toThrow(`Cannot write ${path}: no more`)
    expect([readdirSync(place), readFileSync(path, 'utf8')]).toEqual([['kept.jsonl'], 'before'])
  })

  it('that is not wanted any more leaves nothing behind', async () => {
    const { store, recording } = recorded()
    const place = join(folder, 'unwanted')
    mkdirSync(place)
    const seqs = Array.from({ length: 2_000 }, () => 1)
    const path = join(place, 'half.jsonl')
    const writer = linesWriter(store, recording)
    const exporting = exportTo(store, { recording, seqs }, writer, path, AbortSignal.abort())
    await expect(exporting).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(place)).toEqual([])
  })
})

function more(store: TrafficStore, recording: number): TrafficEntry {
  const { lastSeq } = store.recordings.extentOf(recording)
  const base = { time: 1, serverId: demo, origin: 'server', kind: 'stderr', bytes: 1 } as const
  return { ...base, seq: lastSeq + 1 }
}

/** Says how often somebody else had a turn since. */
function countTurns(): () => number {
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOver = true
    return turns
  }
}
