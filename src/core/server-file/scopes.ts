/**
 * The servers that are written down: in the person's own file, in the project's, and in the person's
 * own file for the project. Reads, watches and edits the files; starts and expands nothing.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type {
  ConfigFileState,
  OutsideChange,
  Project,
  Restoration,
  ServerRename
} from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import {
  WRITABLE_SCOPES,
  type ConfigFault,
  type ServerDefinition,
  type WritableScope
} from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { ConfigDocument, type InputDeclaration, type WrittenServer } from './config-document'
import { ConfigFile, type ReadConfig } from './config-file'
import { definitionOf } from './entry'
import { previewText, shownBeside } from '../hiding/hiding'
import { configChange } from './outside-change'
import { ServerIds, type IdPlace } from './server-ids'
import type { StateFileOptions } from '../disk/state-file'
import { watchFile } from '../disk/watch-file'

const PROJECT_FILE = '.mcp.json'

export type ListedServer = {
  readonly id: ServerId
  readonly name: string
  readonly scope: WritableScope
  /** The file it is written in. */
  readonly source: string
  /** The entry exactly as it stands there. */
  readonly written: WrittenServer
  /** As it is written, nothing expanded. Absent when it has faults. */
  readonly definition?: ServerDefinition
  readonly faults: readonly ConfigFault[]
  readonly isDisabled: boolean
  readonly shadowedBy?: WritableScope
  readonly inputs: readonly InputDeclaration[]
}

type OpenFile = {
  readonly file: ConfigFile
  /** What servers of this file start in, and what relative paths are relative to. */
  readonly folder: string
  readonly ids: IdPlace
  read: ReadConfig
  /** The last one that could be read: what is broken meanwhile takes no server away. */
  good: GoodConfig
  readonly stop: () => void
}

/** A file that could be read. */
type GoodConfig = Pick<Extract<ReadConfig, { document: unknown }>, 'document' | 'text'>

const NO_CONFIG: GoodConfig = { document: emptyDocument(), text: '' }

export type ScopesOptions = {
  readonly profile: string
  readonly home: string
  readonly clock: Clock
  readonly onChange: () => void
  /** How the file of ids is read. */
  readonly file?: Omit<StateFileOptions<never>, 'clock' | 'repaired'>
}

/** Where entries are written: a scope, or what is local to a folder that need not be open. */
export type WriteTarget = WritableScope | { readonly localTo: string }

export class Scopes {
  private readonly files = new Map<WritableScope, OpenFile>()
  private current: Project | undefined
  private listed: readonly ListedServer[] | undefined
  private outside: readonly OutsideChange[] = []
  /** What each changed file was when nobody had changed it yet that the person does not know of. */
  private readonly earliest = new Map<string, GoodConfig>()
  private lastChange = 0
  private readonly ids: ServerIds

  constructor(private readonly options: ScopesOptions) {
    const { profile, home, clock, file } = options
    this.ids = new ServerIds(join(profile, 'server-ids.json'), { ...file, clock })
    this.open('user', join(profile, 'mcp.json'), home, 'user:')
  }

  get project(): Project | undefined {
    return this.current
  }

  /** In the order in which they are written, those that count before those that they hide. */
  servers(): readonly ListedServer[] {
    this.listed ??= this.list()
    return this.listed
  }

  find(id: ServerId): ListedServer {
    const found = this.servers().find((server) => server.id === id)
    if (found) return found
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'This server is no longer there.')
  }

  states(): readonly ConfigFileState[] {
    return [...this.files].map(([scope, { file, read }]) => ({
      scope,
      path: file.path,
      exists: read.exists,
      ...('fault' in read && { fault: read.fault }),
      canRestore: 'fault' in read && file.canRestore()
    }))
  }

  changes(): readonly OutsideChange[] {
    return this.outside
  }

  dismissChange(id: number): void {
    const path = this.outside.find((change) => change.id === id)?.path
    if (path !== undefined) this.earliest.delete(path)
    this.outside = this.outside.filter((change) => change.id !== id)
    this.options.onChange()
  }

  /** One server that is gone and one that is new are the same, which somebody has renamed. */
  acceptRename(changeId: number, { from, to }: ServerRename): void {
    const change = this.outside.find(({ id }) => id === changeId)
    const isOffered = (one: ServerRename): boolean => one.from === from && one.to === to
    if (!change?.renames.some(isOffered)) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'The file has changed again.')
    }
    this.ids.rename(this.fileOf(change.scope).ids, from, to, () => {})
    const renames = change.renames.filter((one) => !isOffered(one))
    this.outside = this.outside.map((one) => (one === change ? { ...one, renames } : one))
    this.changed()
  }

  /** Shows the servers of a folder. Reads one file of it, and nothing else happens. */
  openProject(folder: string): Project {
    const path = existingFolder(folder)
    this.leaveProject()
    this.current = { folder: path, name: basename(path) || path }
    this.open('local', this.localPath(path), path, `local:${shortHash(path)}:`)
    this.open('project', join(path, PROJECT_FILE), path, `project:${shortHash(path)}:`)
    this.changed()
    return this.current
  }

  closeProject(): void {
    this.leaveProject()
    this.changed()
  }

  pathOf(scope: WritableScope): string {
    return this.fileOf(scope).file.path
  }

  folderOf(scope: WritableScope): string {
    return this.fileOf(scope).folder
  }

  idOf(scope: WriteTarget, name: string): ServerId {
    return this.ids.idOf(this.fileOf(scope).ids, name)
  }

  /** What the file holds now; refuses when it cannot be read. */
  document(scope: WriteTarget): ConfigDocument {
    const { file, read } = this.fileOf(scope)
    if ('document' in read) return read.document
    throw new WorkbenchError(
      WorkbenchErrorCode.Storage,
      `${file.path} cannot be read, so it is not changed either. ${read.fault.message}`
    )
  }

  /** Writes what `change` makes of the file as it is on disk now. */
  edit(scope: WriteTarget, change: (document: ConfigDocument) => string): void {
    const open = this.fileOf(scope)
    if (typeof scope === 'string') this.reload(scope)
    const text = change(this.document(scope))
    if ('text' in open.read && open.read.text === text && open.read.exists) return
    open.file.write(text)
    this.take(open)
    this.changed()
  }

  /** Gives a server another name in its file. It stays the same server. */
  rename(
    scope: WritableScope,
    from: string,
    to: string,
    change: (document: ConfigDocument) => string
  ): void {
    this.ids.rename(this.fileOf(scope).ids, from, to, () => this.edit(scope, change))
  }

  /** What restoring would make of a file, without what may be secret. */
  restorable(scope: WritableScope): Restoration {
    const { file } = this.fileOf(scope)
    const { broken, good, mark } = file.restorable()
    return {
      ...(broken !== undefined && { before: shownBeside(broken, good) }),
      after: previewText(good),
      keptIn: this.backups,
      mark
    }
  }

  /** `mark` identifies what you were shown. Returns where the broken file is kept. */
  restore(scope: WritableScope, mark: string): { readonly kept?: string } {
    const open = this.fileOf(scope)
    const kept = open.file.restore(mark)
    this.take(open)
    this.changed()
    return kept === undefined ? {} : { kept }
  }

  /** The definition that an entry would have in a scope, without being written there. */
  interpret(scope: WritableScope, name: string, written: WrittenServer): Interpreted {
    return this.interpretIn(this.fileOf(scope), scope, name, written)
  }

  stop(): void {
    for (const { stop } of this.files.values()) stop()
  }

  private open(scope: WritableScope, path: string, folder: string, idPrefix: string): void {
    const stop = watchFile(path, () => this.seeOutsideChange(scope))
    this.files.set(scope, { ...this.opened(scope, path, folder, idPrefix), stop })
  }

  private opened(
    scope: WritableScope,
    path: string,
    folder: string,
    idPrefix: string
  ): Omit<OpenFile, 'stop'> {
    const backup = join(this.backups, `${scope}-${shortHash(path)}.json`)
    const file = new ConfigFile(path, backup, scope === 'project' ? 'others' : 'ours')
    const read = file.read()
    const ids = { file: path, prefix: idPrefix }
    return { file, folder, ids, read, good: goodOf(read) ?? NO_CONFIG }
  }

  private localPath(folder: string): string {
    const locals = join(this.options.profile, 'local')
    mkdirSync(locals, { recursive: true, mode: 0o700 })
    return join(locals, `${shortHash(folder)}.json`)
  }

  private get backups(): string {
    return join(this.options.profile, 'backups')
  }

  private leaveProject(): void {
    for (const scope of ['local', 'project'] as const) {
      this.files.get(scope)?.stop()
      this.files.delete(scope)
    }
    this.current = undefined
  }

  private seeOutsideChange(scope: WritableScope): void {
    if (this.reload(scope)) this.changed()
  }

  /** True when somebody else has changed the file since we last looked. */
  private reload(scope: WritableScope): boolean {
    const open = this.fileOf(scope)
    const { read: before, good } = open
    this.take(open)
    if (open.good !== good) this.tellChange(scope, open.file.path, good, open.good)
    return open.good !== good || 'fault' in open.read || 'fault' in before
  }

  /** Several changes of one file are one change to whoever has not looked yet. */
  private tellChange(scope: WritableScope, path: string, was: GoodConfig, is: GoodConfig): void {
    const earlier = this.earliest.get(path) ?? was
    const others = this.outside.filter((change) => change.path !== path)
    const change = configChange(earlier, is)
    if (!change) {
      this.earliest.delete(path)
      this.outside = others
      return
    }
    this.earliest.set(path, earlier)
    const time = this.options.clock.wall()
    this.outside = [...others, { id: ++this.lastChange, scope, path, time, ...change }]
  }

  private take(open: OpenFile): void {
    this.listed = undefined
    open.read = open.file.read()
    const good = goodOf(open.read)
    if (good && good.text !== open.good.text) open.good = good
  }

  private changed(): void {
    this.listed = undefined
    this.options.onChange()
  }

  private fileOf(scope: WriteTarget): OpenFile {
    const folder = typeof scope === 'string' ? undefined : existingFolder(scope.localTo)
    if (folder !== undefined && folder !== this.current?.folder) {
      const idPrefix = `local:${shortHash(folder)}:`
      return { ...this.opened('local', this.localPath(folder), folder, idPrefix), stop: () => {} }
    }
    const open = this.files.get(typeof scope === 'string' ? scope : 'local')
    if (open) return open
    throw new WorkbenchError(WorkbenchErrorCode.NotOpen, 'No project folder is open.')
  }

  private interpretIn(
    { ids, folder }: OpenFile,
    scope: WritableScope,
    name: string,
    written: WrittenServer
  ): Interpreted {
    const id = this.ids.idOf(ids, name)
    if (!written.entry || written.faults.length > 0) return { id, faults: written.faults }
    const made = definitionOf(written.entry, { id, name, scope })
    if ('faults' in made) {
      return { id, faults: made.faults.map((fault) => ({ line: written.line, ...fault })) }
    }
    return { id, faults: [], definition: inFolder(made.definition, folder) }
  }

  private list(): readonly ListedServer[] {
    const firstScopeOf = new Map<string, WritableScope>()
    return WRITABLE_SCOPES.flatMap((scope) => {
      const open = this.files.get(scope)
      if (!open) return []
      const { document } = open.good
      return document.servers.map((written): ListedServer => {
        const { name } = written
        const shadowedBy = firstScopeOf.get(name)
        firstScopeOf.set(name, shadowedBy ?? scope)
        const interpreted = this.interpretIn(open, scope, name, written)
        return {
          ...interpreted,
          name,
          scope,
          source: open.file.path,
          written,
          isDisabled: written.entry?.disabled === true,
          ...(shadowedBy !== undefined && shadowedBy !== scope && { shadowedBy }),
          inputs: document.inputs
        }
      })
    })
  }
}

type Interpreted = Pick<ListedServer, 'id' | 'definition' | 'faults'>

/** A process starts in the folder of its project, or at home, and never wherever we happen to be. */
function inFolder(definition: ServerDefinition, folder: string): ServerDefinition {
  if (definition.transport !== 'stdio') return definition
  const { cwd, envFile } = definition
  const isTilde = cwd?.startsWith('~') === true
  return {
    ...definition,
    cwd: cwd === undefined ? folder : isTilde ? cwd : resolve(folder, cwd),
    ...(envFile !== undefined && {
      envFile: envFile.startsWith('~') ? envFile : resolve(folder, envFile)
    })
  }
}

function goodOf(read: ReadConfig): GoodConfig | undefined {
  return 'document' in read ? { document: read.document, text: read.text } : undefined
}

function emptyDocument(): ConfigDocument {
  const document = ConfigDocument.parse('')
  if ('fault' in document) throw new Error(document.fault.message)
  return document
}

function existingFolder(folder: string): string {
  try {
    const path = realpathSync(resolve(folder))
    if (statSync(path).isDirectory()) return path
  } catch {
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no folder ${folder}.`)
  }
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, `${folder} is not a folder.`)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
