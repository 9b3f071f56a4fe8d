/** The thread in which the traffic is kept: nobody waits for a disk who only wants to see the window. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { Redactor } from '../../audit/redaction'
import { storeAnswers } from './store-answers'
import type { StoreReport, StoreRequest, StoreStart } from './store-messages'
import { openTables } from './tables'
import { TrafficStore } from './traffic-store'

/** Whoever looks at a list is told this often how it grows. */
const TELL_MS = 50
const TRIM_MS = 5_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** Where nothing can be written, so much is kept in memory. */
const MEMORY_BYTES = 128 * 1024 * 1024

/** How far the thread stands back; a processor is first of all for the window and its servers. */
const NICENESS = 5
// On Linux a thread has a priority of its own. Elsewhere it would be that of all of Patchbay.
if (process.platform === 'linux') setPriority(NICENESS)

const start = workerData as StoreStart
const redactor = new Redactor()
let limits = start.limits
let isInMemory = false
let store = openStore()
let recording = beginOrGoOn()
let isTelling = false
const changed = new Set<number>()

const answers = storeAnswers(() => store, mostBytes)

parentPort?.on('message', (request: StoreRequest) => {
  if ('secrets' in request) redactor.add(request.secrets)
  else if ('limits' in request) limits = request.limits
  else if ('ask' in request)
    void answerTo(request).then(report) // never rejects
  else take(request)
})
setInterval(trim, TRIM_MS).unref()
report({ recording, isNew: false })

function openStore(path = start.path): TrafficStore {
  const redact = (text: string): string => (redactor.size === 0 ? text : redactor.redactJson(text))
  try {
    return new TrafficStore(openTables(path, tellProblem), redact)
  } catch (error) {
    isInMemory = true
    tellProblem(inMemoryBecause(error))
    return new TrafficStore(openTables(':memory:', tellProblem), redact)
  }
}

function beginOrGoOn(): number {
  const known = start.recording
  if (known !== undefined && store.list().some(({ id }) => id === known)) {
    store.recordings.live = known
    return known
  }
  const begun = store.recordings.begin(start.startedAt)
  store.recordings.removeEmpty()
  return begun
}

function take({ entries, raws, names }: Extract<StoreRequest, { entries: unknown }>): void {
  const { lastSeq } = store.recordings.extentOf(recording)
  // A thread that broke may have written some of what it did not say it had taken.
  const first = entries.findIndex(({ seq }) => seq > lastSeq)
  try {
    if (names) store.nameServers(recording, names)
    if (first !== -1) store.append(recording, entries.slice(first), raws.slice(first))
  } catch (error) {
    if (isInMemory) throw error
    goOnInMemory(error)
  }
  report({ taken: entries.length })
  lookOn()
}

/** A disk that is full must not keep anyone from seeing what passes. */
function goOnInMemory(error: unknown): void {
  tellProblem(inMemoryBecause(error))
  isInMemory = true
  store = openStore(':memory:')
  recording = store.recordings.begin(start.startedAt)
  report({ recording, isNew: true })
}

function inMemoryBecause(error: unknown): string {
  return `Traffic is not written to disk: ${messageOf(error)}. It is kept in memory until Patchbay is started again.`
}

/** One slice after the other, and whatever is asked in between. */
function lookOn(): void {
  const moved = store.advance()
  for (const viewId of moved) changed.add(viewId)
  if (moved.length > 0) setImmediate(lookOn)
  tellSoon()
}

function tellSoon(): void {
  if (isTelling || changed.size === 0) return
  isTelling = true
  setTimeout(() => {
    isTelling = false
    const open = [...changed].filter((viewId) => store.hasView(viewId))
    changed.clear()
    if (open.length === 0) return
    report({ grew: open.map((viewId) => ({ viewId, count: store.countOf(viewId) })) })
  }, TELL_MS)
}

async function answerTo({
  id,
  ask,
  args
}: Extract<StoreRequest, { ask: unknown }>): Promise<StoreReport> {
  try {
    const answer = answers[ask] as (...args: readonly unknown[]) => unknown
    const value = await answer(...args)
    if (ask === 'note') for (const viewId of store.viewIdsOf(Number(args[0]))) changed.add(viewId)
    if (ask === 'openView' || ask === 'note') lookOn()
    return { id, value }
  } catch (error) {
    const code = error instanceof WorkbenchError ? error.code : WorkbenchErrorCode.Internal
    return { id, error: { code, message: messageOf(error) } }
  }
}

function trim(): void {
  try {
    store.trim({ bytes: mostBytes(), oldestAt: Date.now() - limits.days * DAY_MS })
  } catch (error) {
    tellProblem(`Old traffic could not be removed: ${messageOf(error)}.`)
  }
}

function mostBytes(): number {
  return isInMemory ? MEMORY_BYTES : limits.bytes
}

function tellProblem(problem: string): void {
  report({ problem })
}

function report(said: StoreReport): void {
  parentPort?.postMessage(said)
}
