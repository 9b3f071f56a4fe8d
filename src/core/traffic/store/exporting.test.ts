import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../../shared/ids'
import type { TrafficEntry } from '../../../shared/traffic'
import { systemClock } from '../../clock'
import { Tap } from '../../transport/tap'
import { got, opened, server, us } from '../scripted-frames'
import { TrafficLog } from '../traffic-log'
import { storeAnswers } from './store-answers'
import { openTables } from './tables'
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
  tap.end('Exited with code 3.')
  const store = new TrafficStore(openTables(':memory:', () => {}))
  const recording = store.recordings.begin(0)
  const entries = log.tail(1_000)
  store.append(
    recording,
    entries,
    entries.map(({ seq }) => log.raw(seq) ?? '')
  )
  store.recordings.nameServers(recording, { demo: 'The demo' })
  store.note(recording, 3, { isPinned: true, note: 'look' })
  return { store, recording, answers: storeAnswers(() => store) }
}

function everything(store: TrafficStore, recording: number) {
  return [...store.recordings.seqsOf(recording)].map((seq) => [
    store.row(recording, seq),
    store.raw(recording, seq)
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

  it.each([
    ['', 'There is no entry in it.'],
    ['{"seq":1}\n', 'line 1: This is not an entry'],
    ['no\n', 'line 1: This is not JSON.']
  ])('that is %j is refused with its place, and leaves nothing behind', async (text, why) => {
    const { store, answers } = recorded()
    const path = join(folder, 'bad.jsonl')
    writeFileSync(path, text)
    const before = store.list().length
    await expect(answers.importLines(path)).rejects.toThrow(why)
    expect(store.list()).toHaveLength(before)
  })
})

function more(store: TrafficStore, recording: number): TrafficEntry {
  const { lastSeq } = store.recordings.extentOf(recording)
  const base = { time: 1, serverId: demo, origin: 'server', kind: 'stderr', bytes: 1 } as const
  return { ...base, seq: lastSeq + 1 }
}
