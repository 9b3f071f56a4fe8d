/** Servers that are started again when what they are made of changes. Starts none that is closed. */
import { z } from 'zod'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerId, type CallId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { WatchReport, WatchTarget } from '../../shared/traffic/watch'
import { settlesWithin, type Clock } from '../time/clock'
import { StateFile, type Loss } from '../disk/state-file'
import { suggestionsFor } from './suggestions'
import { WatchedRestart, type Restartable } from './watched-restart'
import { watchTarget } from './watch-target'

const LOOK_MS = 2_000

const Target = z.looseObject({ kind: z.enum(['file', 'folder']), path: z.string().min(1) })
const Kept = z.looseObject({
  serverId: ServerId,
  target: Target.optional(),
  isRerunning: z.boolean()
})
const WatchFile = z.object({
  version: z.number().default(1),
  watches: z.array(Kept).max(10_000).default([])
})
type Kept = z.infer<typeof Kept>

export type WatchesOptions = {
  readonly path: string
  readonly clock: Clock
  readonly servers: () => readonly ServerDefinition[]
  /** Those that may be started: what others are started with is nothing to look at. */
  readonly usable: () => ReadonlySet<ServerId>
  readonly workbench: Restartable
  /** Makes the last call of a server again, if there was one. */
  readonly rerun: (
    serverId: ServerId
  ) => Promise<{ readonly before: CallId; readonly after: CallId } | undefined>
  readonly onChange: (report: WatchReport) => void
  readonly onLoss?: (loss: Loss) => void
}

/** What watches now. */
type Live = {
  readonly restarts: WatchedRestart
  /** Why the target cannot be watched. */
  failure?: string | undefined
  stop: () => void
}

export class Watches {
  private readonly file: StateFile<typeof WatchFile>
  private readonly kept = new Map<ServerId, Kept>()
  private readonly live = new Map<ServerId, Live>()
  /** One that is removed may come back, and one that is renamed is there under its new id. */
  private readonly forgotten = new Map<ServerId, Kept>()
  /** What could be watched, as it was last looked for. */
  private readonly suggestions = new Map<ServerId, readonly WatchTarget[]>()
  /** What was last told of each, as JSON. */
  private readonly told = new Map<ServerId, string>()

  constructor(private readonly options: WatchesOptions) {
    const { path, clock, onLoss } = options
    this.file = new StateFile(path, WatchFile, { clock, onLoss })
    for (const watch of this.file.read()?.watches ?? []) this.kept.set(watch.serverId, watch)
  }

  list(): readonly WatchReport[] {
    return this.options.servers().map((definition) => this.reportOf(definition))
  }

  /** Looks for what could be watched, for the servers that may be started. */
  async look(): Promise<readonly WatchReport[]> {
    const usable = this.options.usable()
    const looking = this.options.servers().map(async (definition) => {
      const found = usable.has(definition.id) ? await suggestionsFor(definition) : []
      this.suggestions.set(definition.id, found)
    })
    // A disk that does not answer must not keep what is known from being told.
    await settlesWithin(this.options.clock, LOOK_MS, Promise.all(looking))
    return this.list()
  }

  /** By the place among the suggestions; without one, nothing is watched any more. */
  set(serverId: ServerId, suggestion: number | undefined): void {
    const definition = this.server(serverId)
    if (suggestion === undefined) return this.change(definition, { target: undefined })
    const target = this.suggestions.get(serverId)?.[suggestion]
    if (!target) {
      const message = `There is no such file or folder of ${definition.name} any more.`
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
    }
    this.change(definition, { target })
  }

  watch(serverId: ServerId, target: WatchTarget): void {
    this.change(this.server(serverId), { target })
  }

  setRerunning(serverId: ServerId, isRerunning: boolean): void {
    this.change(this.server(serverId), { isRerunning })
  }

  /** Watches for the servers that are there; what belongs to one that `isGone` is forgotten. */
  follow(isGone: (serverId: ServerId) => boolean): void {
    const there = new Set(this.options.servers().map(({ id }) => id))
    for (const serverId of [...this.live.keys()]) {
      if (!there.has(serverId)) this.end(serverId)
    }
    const gone = [...this.kept.keys()].filter((id) => !there.has(id) && isGone(id))
    const back = [...this.forgotten.keys()].filter((id) => there.has(id))
    for (const serverId of gone) this.forget(serverId)
    for (const serverId of back) this.remember(serverId)
    if (gone.length > 0 || back.length > 0) this.save()
    for (const serverId of there) {
      this.begin(serverId)
      this.tell(serverId)
    }
  }

  stop(): void {
    for (const serverId of [...this.live.keys()]) this.end(serverId)
  }

  private forget(serverId: ServerId): void {
    const kept = this.kept.get(serverId)
    if (kept) this.forgotten.set(serverId, kept)
    this.kept.delete(serverId)
    this.suggestions.delete(serverId)
    this.told.delete(serverId)
  }

  private remember(serverId: ServerId): void {
    const kept = this.forgotten.get(serverId)
    if (kept && !this.kept.has(serverId)) this.kept.set(serverId, kept)
    this.forgotten.delete(serverId)
  }

  private server(serverId: ServerId): ServerDefinition {
    const found = this.options.servers().find(({ id }) => id === serverId)
    if (found) return found
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no server "${serverId}".`)
  }

  private change(
    { id }: ServerDefinition,
    change: { readonly target?: WatchTarget | undefined; readonly isRerunning?: boolean }
  ): void {
    const before = this.kept.get(id) ?? { serverId: id, isRerunning: false }
    const { target, ...rest } = { ...before, ...change }
    this.kept.set(id, { ...rest, ...(target && { target }) })
    this.save()
    if ('target' in change) this.end(id)
    this.begin(id)
    this.tell(id)
  }

  private save(): void {
    const watches = [...this.kept.values()]
    this.file.update((before) => ({ version: 1, ...before, watches }))
  }

  private begin(serverId: ServerId): void {
    const target = this.kept.get(serverId)?.target
    if (!target || this.live.has(serverId)) return
    const { clock, workbench } = this.options
    const restarts = new WatchedRestart({
      serverId,
      clock,
      workbench,
      rerun: async () =>
        this.kept.get(serverId)?.isRerunning ? this.options.rerun(serverId) : undefined,
      onChange: () => this.tell(serverId)
    })
    const live: Live = { restarts, stop: () => {} }
    this.live.set(serverId, live)
    live.stop = watchTarget(target, clock, {
      onChange: (file) => restarts.changed(file),
      onFailure: (failure) => {
        if (live.failure === failure) return
        live.failure = failure
        this.tell(serverId)
      }
    })
  }

  private end(serverId: ServerId): void {
    const live = this.live.get(serverId)
    live?.stop()
    live?.restarts.stop()
    this.live.delete(serverId)
  }

  private tell(serverId: ServerId): void {
    const definition = this.options.servers().find(({ id }) => id === serverId)
    if (!definition) return
    const report = this.reportOf(definition)
    const json = JSON.stringify(report)
    if (this.told.get(serverId) === json) return
    this.told.set(serverId, json)
    this.options.onChange(report)
  }

  private reportOf(definition: ServerDefinition): WatchReport {
    const kept = this.kept.get(definition.id)
    const live = this.live.get(definition.id)
    const failure = live?.failure ?? live?.restarts.failure
    const last = live?.restarts.last
    return {
      serverId: definition.id,
      ...(kept?.target && { target: kept.target }),
      isRerunning: kept?.isRerunning ?? false,
      suggestions: this.suggestions.get(definition.id) ?? [],
      ...(failure !== undefined && { failure }),
      ...(last && { last })
    }
  }
}
