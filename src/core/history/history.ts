/**
 * Calls that have ended, per tool and across restarts. Bounded: by number for each tool, by size for
 * all of them; what is pinned is counted in neither, and is never forgotten by itself.
 */
import { errorDataKey, type Outcome } from '../../shared/call'
import type { Call, CallRow, EndedCall } from '../../shared/call-contract'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { CallId, ServerId } from '../../shared/ids'
import { isObject } from '../../shared/json'
import type { RpcErrorObject } from '../../shared/json-rpc'
import type { Loss } from '../config/state-file'
import type { OutlineLimits } from '../outline'
import { ArrivedCalls, type Names } from './arrived-calls'
import { HistoryFolder, type Place } from './history-folder'
import {
  CUT,
  cutOutcome,
  callRowOf,
  keptCallOf,
  LONGEST_CHARS,
  redactedEntry,
  storedCallOf,
  type CutOutcome,
  type StoredRow
} from './stored-call'

const LIMIT_BYTES = 200 * 1024 * 1024

export type HistoryOptions = {
  readonly folder: string
  /** How many calls of a tool are kept; without end while that could not be read. */
  readonly limit: () => number
  /** Takes out of JSON what may not be written down. */
  readonly redact: (json: string) => string
  /** The answer in a frame that is in the log: the whole, or the beginning of what is larger. */
  readonly answer: (seq: number, mostChars: number, limits: OutlineLimits) => Promise<unknown>
  readonly onChange: (serverId: ServerId, tool: string) => void
  readonly complain: (message: string) => void
  /** Calls that were kept cannot be understood. */
  readonly onLoss: (loss: Loss) => void
  readonly limitBytes?: number
}

/** Something was taken away, and can be brought back. */
export type Removal = { readonly what: string; readonly undo: () => Promise<void> }

type Found = { readonly place: Place; readonly entry: StoredRow }
/** What can be brought back, to the server that it belongs to by then. */
type Aside = { serverId: ServerId; readonly tool: string }

export class History {
  private readonly files: HistoryFolder
  /** Where calls lie that were listed or written in this run. */
  private readonly places = new Map<CallId, Place>()
  /** What somebody asked for by name, by its folder: in files a part of a name may be hidden. */
  private readonly names = new Map<string, Names>()
  private readonly aside = new Set<Aside>()
  /** Of all that is kept; counted before the first change of this run. */
  private bytes?: number
  /** How much of it is not counted for the limit, as far as that is known. */
  private exemptBytes = 0
  /** One thing at a time, in the order in which it was asked for. */
  private last: Promise<unknown> = Promise.resolve()
  /** What is to be written next, while nothing else was asked for since. */
  private arriving?: ArrivedCalls

  constructor(private readonly options: HistoryOptions) {
    this.files = new HistoryFolder(options.folder, options.onLoss)
  }

  /** Keeps a call that has ended; one that runs is left alone. Never rejects. */
  keep(call: Call): void {
    const { outcome } = call
    if (!outcome || this.options.limit() === 0) return
    const arriving = this.arriving ?? this.expectArrivals()
    arriving.add({ ...call, outcome })
  }

  /** Newest first, pinned ones before all others. */
  list(serverId: ServerId, tool: string): Promise<readonly CallRow[]> {
    return this.inTurn(async () => {
      const found = await this.entriesIn(this.folderOf({ serverId, tool }))
      const newestFirst = found.map(({ entry }) => callRowOf(entry)).reverse()
      return [
        ...newestFirst.filter(({ isPinned }) => isPinned),
        ...newestFirst.filter(({ isPinned }) => !isPinned)
      ]
    })
  }

  /** A call with all that is kept of it. */
  read(callId: CallId): Promise<EndedCall> {
    return this.inTurn(async () => {
      const { place, entry } = await this.find(callId)
      const outcome = await this.files.readOutcome(place)
      if (!outcome) throw notKept()
      return keptCallOf(entry, outcome)
    })
  }

  change(
    callId: CallId,
    change: { readonly isPinned?: boolean | undefined; readonly name?: string | undefined }
  ): Promise<void> {
    return this.inTurn(async () => {
      const { place, entry } = await this.find(callId)
      const { name: before, ...rest } = entry
      const name = (change.name ?? before ?? '').trim()
      const isPinned = change.isPinned ?? entry.isPinned
      await this.writeEntry(place, { ...rest, isPinned, ...(name !== '' && { name }) })
      this.exemptBytes = 0 // what is pinned is looked at again
      this.tell(entry)
    })
  }

  remove(callId: CallId): Promise<Removal> {
    return this.inTurn(async () => {
      const found = await this.find(callId)
      return this.take([found], found.entry, 'The call was removed from the history.')
    })
  }

  /** Removes all that are not pinned. */
  clear(serverId: ServerId, tool: string): Promise<Removal> {
    return this.inTurn(async () => {
      const found = await this.entriesIn(this.folderOf({ serverId, tool }))
      const unpinned = found.filter(({ entry }) => !entry.isPinned)
      const count = unpinned.length === 1 ? '1 call was' : `${unpinned.length} calls were`
      return this.take(unpinned, { serverId, tool }, `${count} removed from the history.`)
    })
  }

  /** Resolves when all that was asked for is done. Never rejects. */
  async settled(): Promise<void> {
    await this.inTurn(async () => undefined)
  }

  private async outcomeOf({ outcome, answerSeq, answerBytes }: EndedCall): Promise<CutOutcome> {
    const error = outcome.kind === 'error' && outcome.isHeld ? outcome.error : undefined
    if (outcome.kind !== 'held' && !error) return cutOutcome(outcome, answerBytes)
    try {
      const came = await this.options.answer(answerSeq ?? 0, LONGEST_CHARS, CUT)
      return cutOutcome(error ? wholeError(error, came) : resultOf(came), answerBytes)
    } catch {
      const kept: Outcome = error ? { kind: 'error', error } : resultOf({})
      return { outcome: kept, isCut: true } // the frame is forgotten already
    }
  }

  /** What ends while others are written is written with the next, if nothing else is asked for first. */
  private expectArrivals(): ArrivedCalls {
    const arriving = new ArrivedCalls(this.options.limit)
    void this.inTurn(async () => {
      await immediately() // whoever waits for the result goes first
      if (this.arriving === arriving) delete this.arriving
      for (const { names, calls } of arriving.byTool()) await this.writeAll(names, calls)
    })
    this.arriving = arriving
    return arriving
  }

  /** Of one tool. Its folder is looked through once for all of them. */
  private async writeAll(names: Names, calls: readonly EndedCall[]): Promise<void> {
    for (const call of calls) await this.trying(() => this.write(call))
    await this.trying(async () => {
      await this.forgetSurplus(this.folderOf(names))
      await this.forgetOldest()
    })
    this.tell(names)
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.options.complain(`A call cannot be kept in the history: ${messageOf(error)}`)
    }
  }

  private async write(call: EndedCall): Promise<void> {
    const { entry, outcome } = storedCallOf(call, await this.outcomeOf(call), this.options.redact)
    await this.begin()
    this.folderOf(entry)
    const place = this.files.placeOf(entry)
    await this.files.writeOutcome(place, JSON.stringify(outcome))
    await this.writeEntry(place, entry)
    this.places.set(entry.callId, place)
    this.grow(await this.files.size(place))
  }

  /** What an earlier run left is tidied up before anything of this run could be taken for it. */
  private async begin(): Promise<void> {
    this.bytes ??= await this.files.tidy()
  }

  private folderOf({ serverId, tool }: Names): string {
    const folder = this.files.folderOf(serverId, tool)
    this.names.set(folder, { serverId, tool })
    return folder
  }

  private async writeEntry(place: Place, entry: StoredRow): Promise<void> {
    const safe = redactedEntry(entry, this.options.redact)
    await this.files.writeEntry(place, JSON.stringify(safe))
  }

  private async entryAt(place: Place): Promise<StoredRow | undefined> {
    const entry = await this.files.readEntry(place)
    return entry && { ...entry, ...this.names.get(place.folder) }
  }

  private async entriesIn(folder: string): Promise<readonly Found[]> {
    const places = await this.files.places(folder)
    const read = await Promise.all(
      places.map(async (place) => ({ place, entry: await this.entryAt(place) }))
    )
    const found = read.flatMap(({ place, entry }) => (entry ? [{ place, entry }] : []))
    for (const { place, entry } of found) this.places.set(entry.callId, place)
    return found
  }

  private async find(callId: CallId): Promise<Found> {
    const place = await this.placeOf(callId)
    const entry = place && (await this.entryAt(place))
    if (!place || !entry) throw notKept()
    return { place, entry }
  }

  private async placeOf(callId: CallId): Promise<Place | undefined> {
    return this.places.get(callId) ?? this.files.find(callId)
  }

  private async take(found: readonly Found[], about: Names, what: string): Promise<Removal> {
    await this.begin()
    const bytes = await this.sizeOf(found)
    const bringBack = await this.files.putAside(found.map(({ place }) => place))
    this.grow(-bytes)
    this.tell(about)
    const removed: Aside = { ...about }
    this.aside.add(removed)
    const undo = (): Promise<void> =>
      this.inTurn(async () => {
        await bringBack(this.folderOf(removed))
        this.aside.delete(removed)
        this.grow(bytes)
        this.tell(removed)
      })
    return { what, undo }
  }

  private async forgetSurplus(folder: string): Promise<void> {
    const places = await this.files.places(folder)
    const limit = this.options.limit()
    if (places.length <= limit) return
    const unpinned = (await this.entriesIn(folder)).filter(({ entry }) => !entry.isPinned)
    for (const found of unpinned.slice(0, Math.max(0, unpinned.length - limit))) {
      await this.forget(found)
    }
  }

  /** What is pinned or cannot be understood stays, and is not counted. */
  private async forgetOldest(): Promise<void> {
    if (!this.isTooMuch()) return
    this.exemptBytes = 0
    const unpinned: Place[] = []
    for (const place of await this.files.allPlaces()) {
      const entry = await this.files.readEntry(place)
      if (entry && !entry.isPinned) unpinned.push(place)
      else this.exemptBytes += await this.files.size(place)
    }
    for (const place of unpinned) {
      if (!this.isTooMuch()) return
      const entry = await this.entryAt(place)
      if (entry) await this.forget({ place, entry })
    }
  }

  private isTooMuch(): boolean {
    const { limitBytes = LIMIT_BYTES, limit } = this.options
    // While nobody knows how many calls you want to keep, none is deleted for want of room either.
    if (limit() === Number.POSITIVE_INFINITY) return false
    return (this.bytes ?? 0) - this.exemptBytes > limitBytes
  }

  private async forget({ place, entry }: Found): Promise<void> {
    await this.delete(place)
    this.places.delete(entry.callId)
    this.tell(entry)
  }

  private async delete(place: Place): Promise<void> {
    this.grow(-(await this.files.size(place)))
    await this.files.delete(place)
  }

  private async sizeOf(found: readonly Found[]): Promise<number> {
    const sizes = await Promise.all(found.map(({ place }) => this.files.size(place)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  private grow(bytes: number): void {
    this.bytes = (this.bytes ?? 0) + bytes
    if (bytes < 0) this.exemptBytes = Math.min(this.exemptBytes, this.bytes)
  }

  private tell({ serverId, tool }: Names): void {
    this.options.onChange(serverId, tool)
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    delete this.arriving // what ends from now on is written after this
    const done = this.last.then(work)
    this.last = done.catch(() => undefined) // whoever asked for it is told
    return done
  }
}

function resultOf(result: unknown): Outcome {
  return { kind: 'result', result }
}

function wholeError(error: RpcErrorObject, came: unknown): Outcome {
  const key = errorDataKey(error, came)
  const data = key && isObject(came) ? came[key] : came
  return { kind: 'error', error: { ...error, data } }
}

function immediately(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function notKept(): WorkbenchError {
  const message = 'This call is no longer in the history.'
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
