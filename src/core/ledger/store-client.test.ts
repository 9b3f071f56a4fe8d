import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { ViewGrowth } from '../../shared/traffic/traffic-row'
import { Redactor } from '../redaction/redaction'
import { bundle } from '../channel/bundle-testing'
import { Ledger } from './ledger'
import type { OpenPart } from './ledger-messages'
import { Recorder } from './recorder'
import { TrafficLog } from '../traffic/traffic-log'
import type { StoreStart } from '../store/store-messages'
import { StoreClient, type Handed } from './store-client'

const SECRET = 'hunter2-hunter2-hunter2'
const LIMITS = { bytes: 1_000_000_000, days: 30 }
const folder = mkdtempSync(join(tmpdir(), 'patchbay-store-'))
let script = ''
let runs = 0

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, './ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function newPath(): string {
  return join(folder, `run-${++runs}`, 'traffic.db')
}

function threadFor(path: string) {
  const workers: Worker[] = []
  const starts: StoreStart[] = []
  const problems: string[] = []
  const over: string[] = []
  const grown: ViewGrowth[] = []
  const log = new TrafficLog()
  const redactor = new Redactor()
  const ledger = new Ledger(() => {
    const worker = new Worker(script)
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (opening: OpenPart, ports) => {
      if (opening.part === 'traffic') starts.push(opening.start)
      post(opening, ports)
    }
    workers.push(worker)
    return worker
  })
  const thread = new StoreClient({
    ledger,
    start: { path, startedAt: 5, limits: LIMITS },
    onGrowth: (grew) => grown.push(...grew),
    onProblem: ({ about, message }) => {
      if (message === undefined) over.push(about)
      else problems.push(message)
    },
    onNewRecording: () => recorder.startAnew()
  })
  const recorder = new Recorder({ log, thread, redactor, nameOf: (id) => `the ${id}` })
  const append = (raw: string): void => {
    const { nextSeq: seq } = log
    const serverId = ServerId.parse('files')
    log.append({ seq, time: seq, serverId, origin: 'server', kind: 'noise', bytes: 1 }, raw)
  }
  const stop = async (): Promise<void> => {
    await thread.settled()
    await ledger.stop()
  }
  return { thread, recorder, redactor, append, problems, over, grown, workers, starts, stop }
}

function numbers(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

/** The numbers of all frames of the recording that goes on. */
async function recordedIn(thread: StoreClient): Promise<readonly number[]> {
  await thread.settled()
  const recording = await thread.liveRecording()
  const spec = { recording, query: '', isPaired: false, isFolded: false }
  const { viewId } = await thread.ask('openView', spec)
  return (await thread.ask('rows', viewId, 0, 2_000)).map(({ seq }) => seq)
}

function ended(number: number): Handed {
  const calls = [{ id: `call-${number}`, scope: 'files', startedAt: number, row: '{}', rest: '{}' }]
  return { entries: [], raws: [], ended: { calls, limits: { perScope: 50, bytes: 1_000_000 } } }
}

/** Nothing can be written to it any more. */
function damage(path: string): void {
  const other = new DatabaseSync(path)
  other.exec('DROP TABLE raw')
  other.close()
}

describe('the thread of the traffic', () => {
  it('keeps what passes beyond its end, by runs, with the names of servers', async () => {
    const path = newPath()
    for (const text of ['one', 'two']) {
      const { recorder, append, stop } = threadFor(path)
      append(text)
      recorder.stop()
      await stop()
    }
    const { thread, stop } = threadFor(path)
    const [now, second, first] = await thread.ask('recordings')
    expect([now?.isLive, second?.entries, first?.entries]).toEqual([true, 1, 1])
    expect(await thread.ask('raw', first?.id ?? 0, 1, 100)).toEqual({ text: 'one', totalChars: 3 })
    expect(await thread.ask('serverNames', first?.id ?? 0)).toEqual({ files: 'the files' })
    await stop()
  })

  it('tells how a list grows, and gives its rows', async () => {
    const { thread, recorder, append, grown, stop } = threadFor(newPath())
    const recording = await thread.liveRecording()
    const spec = { recording, query: 'needle', isPaired: false, isFolded: false }
    const { viewId } = await thread.ask('openView', spec)
    for (const text of ['hay', 'needle', 'hay']) append(text)
    recorder.flush()
    await expect.poll(() => grown.at(-1)).toMatchObject({ count: { matched: 1, total: 3 } })
    expect(await thread.ask('rows', viewId, 0, 10)).toMatchObject([{ seq: 2 }])
    await stop()
  })

  it('writes no secret to disk', async () => {
    const path = newPath()
    const { recorder, redactor, append, stop } = threadFor(path)
    append(`before ${'x'.repeat(10)}`)
    redactor.add([SECRET])
    append(`{"password":"${SECRET}"}`)
    append(Buffer.from(SECRET).toString('base64'))
    recorder.stop()
    await stop()
    const bytes = readdirSync(join(path, '..')).map((file) =>
      readFileSync(join(path, '..', file), 'latin1')
    )
    expect(bytes.join('')).toContain('password')
    expect(bytes.some((text) => text.includes(SECRET))).toBe(false)
    expect(bytes.some((text) => text.includes(Buffer.from(SECRET).toString('base64')))).toBe(false)
  })

  it('loses and doubles nothing when it breaks', async () => {
    const { thread, recorder, append, workers, stop } = threadFor(newPath())
    const recording = await thread.liveRecording()
    for (let count = 0; count < 500; count++) append(`${count}`)
    recorder.flush()
    await workers[0]?.terminate()
    for (let count = 500; count < 1_000; count++) append(`${count}`)
    recorder.flush()
    expect(await recordedIn(thread)).toEqual(numbers(1_000))
    expect(await thread.liveRecording()).toBe(recording)
    await stop()
  })

  it('takes back, when it breaks, what only the broken one could have known to be over', async () => {
    const { thread, over, workers, stop } = threadFor(newPath())
    await thread.liveRecording()
    expect(over).not.toContain('trim')
    await workers[0]?.terminate()
    await expect.poll(() => over).toContain('trim')
    await stop()
  })

  it('sets a file aside that it cannot read, and says so', async () => {
    const path = newPath()
    const { thread: first, recorder, stop: stopFirst } = threadFor(path)
    await first.liveRecording()
    recorder.stop()
    await stopFirst()
    writeFileSync(path, 'this is no database at all, and it is long enough to be taken for one')
    const { thread, problems, stop } = threadFor(path)
    await thread.liveRecording()
    expect(problems).toEqual([expect.stringMatching(/could not be read.*kept as .*corrupt/)])
    expect(readdirSync(join(path, '..')).some((file) => file.includes('corrupt'))).toBe(true)
    await stop()
  })

  it('goes on in memory where nothing can be written, and says so', async () => {
    const path = join(folder, `run-${++runs}`, 'traffic.db')
    writeFileSync(join(folder, `run-${runs}`), 'a file where a folder should be')
    const { thread, recorder, append, problems, stop } = threadFor(path)
    append('still seen')
    recorder.flush()
    const recording = await thread.liveRecording()
    await thread.settled()
    expect(await thread.ask('raw', recording, 1, 100)).toEqual({
      text: 'still seen',
      totalChars: 10
    })
    expect(problems).toEqual([expect.stringMatching(/not written to disk.*in memory/)])
    expect(existsSync(path)).toBe(false)
    await stop()
  })

  it('keeps every frame when the disk fails, also those that are on their way', async () => {
    const path = newPath()
    const { thread, recorder, append, problems, stop } = threadFor(path)
    for (let count = 0; count < 10; count++) append(`${count}`)
    recorder.flush()
    await thread.settled()
    damage(path)
    for (let count = 10; count < 20; count++) append(`${count}`)
    recorder.flush()
    for (let count = 20; count < 30; count++) append(`${count}`)
    recorder.flush()
    await expect.poll(() => problems).toEqual([expect.stringMatching(/in memory/)])
    expect(await recordedIn(thread)).toEqual(numbers(30))
    await stop()
  })

  it('writes to no recording of an earlier run when it breaks while it goes on in memory', async () => {
    const path = newPath()
    const { recorder: before, append: say, stop: stopFirst } = threadFor(path)
    say('of an earlier run')
    before.stop()
    await stopFirst()
    const { thread, recorder, append, workers, starts, stop } = threadFor(path)
    const onDisk = await thread.liveRecording()
    damage(path)
    append('one')
    recorder.flush()
    await expect.poll(() => thread.liveRecording()).not.toBe(onDisk)
    await thread.settled()
    await workers[0]?.terminate()
    await expect.poll(() => starts.length).toBe(2)
    append('two')
    recorder.flush()
    await expect.poll(() => recordedIn(thread)).toEqual([1, 2])
    expect(starts[1]?.recording).toBe(onDisk)
    await stop()
  })

  it('waits for a disk that is busy for a moment', async () => {
    const path = newPath()
    const { thread, recorder, append, problems, stop } = threadFor(path)
    const recording = await thread.liveRecording()
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    append('one')
    recorder.flush()
    other.exec('ROLLBACK')
    other.close()
    expect([await recordedIn(thread), await thread.liveRecording()]).toEqual([[1], recording])
    expect(problems).toEqual([])
    await stop()
  })

  it('holds nobody up when it has broken for good', async () => {
    const { thread, workers, problems, recorder, append } = threadFor(newPath())
    await thread.liveRecording()
    for (let start = 0; start < 5; start++) {
      await expect.poll(() => workers.length).toBe(start + 1)
      await workers[start]?.terminate()
    }
    await expect.poll(() => problems).toEqual([expect.stringMatching(/no longer recorded/)])
    for (let count = 0; count < 10; count++) append('x'.repeat(1024 * 1024))
    recorder.flush()
    expect(thread.congestion).toBeUndefined()
  })

  it('keeps to the limits that were set last after it broke', async () => {
    const { thread, workers, starts, stop } = threadFor(newPath())
    await thread.liveRecording()
    const limits = { bytes: 5_000_000, days: 3_650 }
    thread.setLimits(limits)
    await workers[0]?.terminate()
    await expect.poll(() => starts.at(1)?.limits).toEqual(limits)
    await stop()
  })

  it('tells of the first call that is kept in memory, however many were kept on disk', async () => {
    const path = newPath()
    const { thread, recorder, append, stop } = threadFor(path)
    const counts: unknown[] = []
    thread.callNews.hear((change) => {
      const [growth] = 'grew' in change ? change.grew : []
      if (growth && 'count' in growth) counts.push(growth.count.matched)
    })
    await thread.ask('openCalls', { scope: 'files', filter: '' })
    thread.hand(ended(1))
    await expect.poll(() => counts).toEqual([1])
    damage(path)
    append('one')
    recorder.flush()
    thread.hand(ended(2))
    await expect.poll(() => counts).toEqual([1, 1])
    await stop()
  })

  it('gives no list the number of another, in whatever store it is', async () => {
    const path = newPath()
    const { thread, workers, recorder, append, stop } = threadFor(path)
    const recording = await thread.liveRecording()
    const spec = { recording, query: '', isPaired: false, isFolded: false }
    const open = async (): Promise<number> => (await thread.ask('openView', spec)).viewId
    const ids = [await open()]
    damage(path)
    append('one')
    recorder.flush()
    ids.push(await open())
    await workers[0]?.terminate()
    await expect.poll(() => workers.length).toBe(2)
    ids.push(await open())
    expect(new Set(ids).size).toBe(3)
    await stop()
  })
})
