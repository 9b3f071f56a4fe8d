/** What a server has to offer, kept up to date while its session lives. */
import { failureOf, isUnanswered, type Outcome } from '../../shared/calls/call'
import {
  EMPTY_CATALOGUE,
  LIST_KINDS,
  OFFERED_BY,
  type Catalogue,
  type ListKind,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type Tool
} from '../../shared/calls/catalogue'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Clock } from '../time/clock'
import { invalidHeaderAnnotation } from '../http/modern-headers'
import { Cache, ttlOf } from './cache'
import type { Limits } from '../conversation/deadline'
import { LISTS, readList, type List, type ListLimits } from '../catalogue/lists'

/** A server that changes its lists often is not asked again for each change. */
const SETTLE_MS = 300
/** How long a server may think about a list that it may not even have. */
const GUESS_MS = 2_000
const METHOD_NOT_FOUND = -32601
const NOTHING: readonly never[] = []

const CHANGES: Readonly<Record<string, readonly ListKind[]>> = {
  'notifications/tools/list_changed': ['tools'],
  'notifications/resources/list_changed': ['resources', 'resourceTemplates'],
  'notifications/prompts/list_changed': ['prompts']
}

export type CatalogueOptions = {
  readonly clock: Clock
  readonly ttlMs: number
  /** The default limits, if left out. */
  readonly limits?: ListLimits
  /** Of the session before: stays until it is read anew. */
  readonly before?: LiveCatalogue
  readonly onChange: () => void
}

/** What one conversation has to offer, and how it is asked for it. */
export type Offer = {
  readonly capabilities: Params
  /** The capabilities are a guess, so a list that is refused is simply not there. */
  readonly isGuess: boolean
  /** The server has declared that it has none of these lists. */
  readonly isUndeclared?: boolean
  /** Tools whose arguments go into headers have to say so in a valid way. */
  readonly hasHeaders: boolean
  /** Only the newer era takes an empty cursor for one. */
  readonly followsEmptyCursor: boolean
  readonly ask: (method: string, params: Params, limits?: Limits) => Promise<Outcome>
}

type Refresh = { readonly kinds: Set<ListKind>; readonly done: Promise<void> }

export class LiveCatalogue {
  value: Catalogue = EMPTY_CATALOGUE
  private readonly lists: Map<ListKind, List>
  private readonly fresh: Cache<true>
  private offer?: Offer
  /** What this conversation has been asked for, whatever came of it. */
  private readonly tried = new Set<ListKind>()
  private readonly changed = new Set<ListKind>()
  private stopSettling?: () => void
  private reading?: Promise<void>
  /** What is read as soon as what is being read is done. */
  private next?: Refresh

  constructor(private readonly options: CatalogueOptions) {
    const { clock, before } = options
    this.fresh = new Cache(clock)
    this.lists = new Map(before?.lists)
    if (before) this.value = { ...before.value, isLoading: false }
  }

  /** For a new conversation: what was listed in the last one stays until it is read anew. */
  begin(offer: Offer): void {
    this.stop()
    this.fresh.clear()
    this.tried.clear()
    this.offer = offer
  }

  /**
   * Reads lists anew. A list that cannot be read is a finding, no more. However often it is asked for,
   * one reading runs and one waits.
   */
  refresh(kinds: readonly ListKind[] = LIST_KINDS): Promise<void> {
    const { reading } = this
    if (!reading) return this.start(kinds)
    if (this.next) {
      for (const kind of kinds) this.next.kinds.add(kind)
      return this.next.done
    }
    const wanted = new Set(kinds)
    const done = reading.then(() => {
      delete this.next
      return this.start([...wanted])
    })
    this.next = { kinds: wanted, done }
    return done
  }

  /** Reads only what is no longer fresh. */
  async freshen(kinds: readonly ListKind[] = LIST_KINDS): Promise<void> {
    await this.reading
    const stale = kinds.filter((kind) => this.fresh.get(kind) !== true)
    if (stale.length > 0) await this.refresh(stale)
  }

  /**
   * Reads only what nobody has asked for yet, and what has changed by the server's own word. What could
   * not be read is not asked for again.
   */
  async complete(kinds: readonly ListKind[]): Promise<void> {
    await (this.next?.done ?? this.reading)
    const missing = kinds.filter((kind) => !this.tried.has(kind) || this.changed.has(kind))
    for (const kind of missing) this.changed.delete(kind)
    if (missing.length > 0) await this.refresh(missing)
  }

  private start(kinds: readonly ListKind[]): Promise<void> {
    const reading = this.readAll(kinds).finally(() => {
      if (this.reading === reading) delete this.reading
    })
    this.reading = reading
    return reading
  }

  /** Everything in a list as it was sent, malformed or not. */
  sent(kind: ListKind): readonly unknown[] {
    return this.lists.get(kind)?.sent ?? []
  }

  /** What ended the reading of a list, when it was not an answer that could be read. */
  failure(kind: ListKind): Outcome | undefined {
    return this.lists.get(kind)?.failure
  }

  /** All that is in a list, once this conversation was asked for it and has answered to the end. */
  listed(kind: ListKind): readonly Readonly<Record<string, unknown>>[] | undefined {
    if (!this.tried.has(kind) || this.value.isLoading) return undefined
    const list = this.lists.get(kind)
    return list?.failure ? undefined : (list?.items ?? NOTHING)
  }

  tool(name: string): Tool | undefined {
    return this.value.tools.find((tool) => tool.name === name)
  }

  hearNotification(method: string): void {
    const kinds = Object.hasOwn(CHANGES, method) ? CHANGES[method] : undefined
    if (!kinds) return
    for (const kind of kinds) {
      this.fresh.forget(kind)
      this.changed.add(kind)
    }
    this.stopSettling ??= this.options.clock.after(SETTLE_MS, () => {
      delete this.stopSettling
      const settled = [...this.changed]
      this.changed.clear()
      if (settled.length > 0) void this.refresh(settled) // what goes wrong becomes a finding
    })
  }

  /** Everything may be different now. */
  invalidate(): void {
    this.fresh.clear()
  }

  stop(): void {
    this.stopSettling?.()
    delete this.stopSettling
    this.changed.clear()
  }

  private async readAll(kinds: readonly ListKind[]): Promise<void> {
    const { offer } = this
    if (!offer) return
    for (const kind of kinds) this.tried.add(kind)
    const offered = kinds.filter((kind) => offer.capabilities[OFFERED_BY[kind]] !== undefined)
    for (const kind of kinds) {
      if (offered.includes(kind)) continue
      this.lists.delete(kind)
      this.fresh.set(kind, true, this.options.ttlMs)
    }
    if (offered.length === 0) return this.publish(false)
    this.publish(true)
    // What may not be there at all is asked for at once, so that the silence is only waited for once.
    const groups = offer.isUndeclared
      ? [offered]
      : offer.isGuess
        ? [offered.slice(0, 1), offered.slice(1)]
        : offered.map((kind) => [kind])
    for (const group of groups) {
      await Promise.all(group.map((kind) => this.read(kind, offer)))
      // Another conversation has begun meanwhile, and reads for itself.
      if (this.offer !== offer) return
      this.publish(group !== groups.at(-1))
    }
  }

  private async read(kind: ListKind, offer: Offer): Promise<void> {
    const { isGuess, isUndeclared = false, hasHeaders, followsEmptyCursor, ask } = offer
    const isDoubtful = isGuess && (isUndeclared || kind !== 'tools')
    const patience = isDoubtful ? { idleMs: GUESS_MS } : undefined
    const { method } = LISTS[kind]
    const { limits } = this.options
    const read = await readList(kind, (params) => ask(method, params, patience), {
      followsEmptyCursor,
      ...(limits && { limits })
    })
    const list = isUndeclared ? withUndeclared(kind, read) : read
    if (this.offer !== offer) return
    const { failure } = list
    if (failure && list.sent.length === 0 && isAbsent(kind, isGuess, failure)) {
      this.lists.delete(kind)
      this.fresh.set(kind, true, this.options.ttlMs)
      return
    }
    if (failure && isUnanswered(failure) && list.sent.length === 0) {
      // What was known before is better than nothing, as long as it says that it is old.
      const before = this.lists.get(kind)
      this.lists.set(kind, before ? { ...before, findings: list.findings, failure } : list)
      return
    }
    this.lists.set(kind, kind === 'tools' && hasHeaders ? withoutBadHeaders(list) : list)
    if (!failure) this.fresh.set(kind, true, ttlOf(list.lastResult, this.options.ttlMs))
  }

  private publish(isLoading: boolean): void {
    const known = LIST_KINDS.flatMap((kind) => {
      const list = this.lists.get(kind)
      return list ? [{ kind, ...list }] : []
    })
    const incomplete = known.flatMap(({ kind, isIncomplete }) => (isIncomplete ? [kind] : []))
    this.value = {
      isLoading,
      tools: this.items<Tool>('tools'),
      resources: this.items<Resource>('resources'),
      resourceTemplates: this.items<ResourceTemplate>('resourceTemplates'),
      prompts: this.items<Prompt>('prompts'),
      findings: known.flatMap(({ kind, findings }) =>
        findings.map((message) => ({ kind, message }))
      ),
      ...(incomplete.length > 0 && { incomplete }),
      failures: Object.fromEntries(
        known.flatMap(({ kind, failure }) => (failure ? [[kind, failure]] : []))
      )
    }
    this.options.onChange()
  }

  /** Reading a list has checked that each item has what its kind is addressed by. */
  private items<Item>(kind: ListKind): readonly Item[] {
    return (this.lists.get(kind)?.items ?? []) as readonly Item[]
  }
}

/** Many servers have resources and no templates, and say so by not knowing the method. */
function isAbsent(kind: ListKind, isGuess: boolean, failure: Outcome): boolean {
  if (isGuess) return failure.kind === 'error' || failure.kind === 'timeout' || isUnknownTo(failure)
  const isUnknown = failure.kind === 'error' && failure.error.code === METHOD_NOT_FOUND
  return kind === 'resourceTemplates' && isUnknown
}

/** Over plain HTTP a server may say by a status, or by a page, that it does not know what was asked. */
function isUnknownTo(failure: Outcome): boolean {
  const { class: kind, status = 0 } = failureOf(failure) ?? {}
  return kind === 'not-an-answer' || (kind === 'http' && status < 500)
}

function withUndeclared(kind: ListKind, list: List): List {
  if (list.sent.length === 0) return list
  const what = OFFERED_BY[kind]
  const finding = `The server offers ${what} but does not declare them: its capabilities lack "${what}".`
  return { ...list, findings: [finding, ...list.findings] }
}

function withoutBadHeaders(list: List): List {
  const findings = [...list.findings]
  const items = list.items.filter((tool) => {
    const why = invalidHeaderAnnotation(tool['inputSchema'])
    if (why === undefined) return true
    findings.push(`The tool ${String(tool['name'])} is left out: ${why}`)
    return false
  })
  return { ...list, items, findings }
}
