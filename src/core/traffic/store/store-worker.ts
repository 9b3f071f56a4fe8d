/** The thread in which the traffic is kept: nobody waits for a disk who only wants to see the window. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { Redactor } from '../../audit/redaction'
import { storeAnswers } from './store-answers'
import type { StoreProblem, StoreReport, StoreRequest, StoreStart } from './store-messages'
import { openTables } from './tables'
import { TrafficStore } from './traffic-store'

type Batch = Extract<StoreRequest, { entries: unknown }>

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
let { limits, epoch } = start
let isInMemory = false
let store = openStore()
let recording = beginOrGoOn()
let isLooking = false
let isTelling = false
let trimFault: string | undefined

const answers = storeAnswers(() => store, mostBytes)

parentPort?.on('message', (request: StoreRequest) => {
  if ('secrets' in request) redactor.add(request.secrets)
  else if ('limits' in request) limits = request.limits
  else if ('ask' in request)
    void answerTo(request).then(report) // never rejects
  else take(request)
})
setInterval(trim, TRIM_MS).unref()
report({ recording, epoch, isInMemory })

function openStore(): TrafficStore {
  try {
    return storeIn(start.path, start.lastViewId)
  } catch (error) {
    return storeInMemory(error, start.lastViewId)
  }
}

function storeInMemory(because: unknown, lastViewId: number): TrafficStore {
  tellProblem({ about: 'disk', message: inMemoryBecause(because) })
  isInMemory = true
  return storeIn(':memory:', lastViewId)
}

function storeIn(path: string, lastViewId: number): TrafficStore {
  const redact = (text: string): string => (redactor.size === 0 ? text : redactor.redactJson(text))
  const database = openTables(path, (message, aside) =>
    tellProblem({ about: 'file', message, path: aside })
  )
  try {
    return new TrafficStore(database, redact, { lastViewId })
  } catch (error) {
    database.close()
    throw error
  }
}

function beginOrGoOn(): number {
  const { recording: known, startedAt } = start
  try {
    if (known !== undefined && !isInMemory && store.list().some(({ id }) => id === known)) {
      store.recordings.live = known
      return known
    }
    const begun = store.recordings.begin(startedAt)
    store.recordings.removeEmpty()
    // Who could not go on begins anew.
    if (known !== undefined) epoch++
    return begun
  } catch (error) {
    return beginInMemory(error)
  }
}

function take(batch: Batch): void {
  try {
    if (batch.epoch === epoch) keep(batch)
  } catch (error) {
    recording = beginInMemory(error)
    report({ recording, epoch, isInMemory })
  }
  report({ taken: batch.entries.length })
  lookOn()
}

function keep({ entries, raws, originals, names }: Batch): void {
  const { lastSeq } = store.recordings.extentOf(recording)
  // A thread that broke may have written some of what it did not say it had taken.
  const first = entries.findIndex(({ seq }) => seq > lastSeq)
  if (names) store.nameServers(recording, names)
  if (first !== -1) store.append(recording, entries.slice(first), raws.slice(first), originals)
}

/** A disk that is full must not keep anyone from seeing what passes. */
function beginInMemory(because: unknown): number {
  if (isInMemory) throw because
  const { lastViewId } = store.views
  try {
    store.close()
  } catch {
    // There is nothing more to be done with it.
  }
  store = storeInMemory(because, lastViewId)
  epoch++
  return store.recordings.begin(start.startedAt)
}

function inMemoryBecause(error: unknown): string {
  return `Traffic is not written to disk: ${messageOf(error)}. It is kept in memory until Patchbay is started again.`
}

/** One slice after the other, and whatever is asked or handed over in between. */
function lookOn(): void {
  if (isLooking) return
  isLooking = store.advance().length > 0
  if (isLooking) {
    setImmediate(() => {
      isLooking = false
      lookOn()
    })
  }
  tellSoon()
}

function tellSoon(): void {
  if (isTelling || !store.views.hasChanged) return
  isTelling = true
  setTimeout(() => {
    isTelling = false
    const grew = store.views.takeChanges()
    if (grew.length > 0) report({ grew })
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
    lookOn()
    tellTrimmed(undefined)
  } catch (error) {
    tellTrimmed(`Old traffic could not be removed: ${messageOf(error)}.`)
  }
}

function mostBytes(): number {
  return isInMemory ? MEMORY_BYTES : limits.bytes
}

/** Nobody needs to be told the same every few seconds. */
function tellTrimmed(message: string | undefined): void {
  if (message === trimFault) return
  trimFault = message
  tellProblem({ about: 'trim', ...(message !== undefined && { message }) })
}

function tellProblem(problem: StoreProblem): void {
  report({ problem })
}

function report(said: StoreReport): void {
  parentPort?.postMessage(said)
}
