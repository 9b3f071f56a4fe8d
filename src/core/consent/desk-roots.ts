/** Which folders each server is told of: those of its definition, of the person, and of its project. */
import { join } from 'node:path'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { RootsOwner, RootsReport } from '../../shared/question/inbox'
import type { JsonObject } from '../../shared/json/json'
import type { Auditing } from '../audit/auditing'
import type { Clock } from '../time/clock'
import type { Loss } from '../disk/state-file'
import type { Workbench } from '../workbench/workbench'
import { whatRuns } from './identity'
import { RootLists } from './root-lists'

export type DeskRootsOptions = {
  readonly clock: Clock
  readonly profile: string
  readonly audit: Pick<Auditing, 'note'>
  /** Is made with the inputs of this. */
  readonly workbench: () => Workbench
  /** The folder of the project that is open. */
  readonly projectFolder?: () => string | undefined
  readonly onRoots: (report: RootsReport) => void
  /** What was decided before cannot be read any more. */
  readonly onLoss: (loss: Loss) => void
  readonly complain: (message: string) => void
}

export class DeskRoots {
  readonly byServer: RootLists<ServerId>
  private readonly byProject: RootLists<string>

  constructor(private readonly options: DeskRootsOptions) {
    const { profile, clock, onLoss, complain } = options
    this.byServer = new RootLists({
      clock,
      path: join(profile, 'roots.json'),
      // Another server may be given the same name later.
      identify: (serverId) => whatRuns(options.workbench().server(serverId)),
      onChange: (serverId) => this.announce(serverId),
      onLoss,
      complain
    })
    this.byProject = new RootLists({
      clock,
      path: join(profile, 'project-roots.json'),
      onChange: (folder) => {
        for (const { id } of options.workbench().servers()) {
          if (this.projectOf(id) === folder) this.announce(id)
        }
      },
      onLoss,
      complain
    })
  }

  report(serverId: ServerId): RootsReport {
    const { roots: defined = [] } = this.options.workbench().server(serverId)
    const own = this.byServer.of(serverId)
    const before = this.byServer.before(serverId)
    const folder = this.projectOf(serverId)
    return {
      serverId,
      defined,
      ...(own && { own }),
      ...(before.length > 0 && { before }),
      ...(folder !== undefined && { project: { folder, folders: this.ofProject(serverId) } })
    }
  }

  ofProject(serverId: ServerId): readonly string[] {
    const folder = this.projectOf(serverId)
    return folder === undefined ? [] : (this.byProject.of(folder) ?? [])
  }

  add(serverId: ServerId, owner: RootsOwner, folder: string): void {
    const { id } = this.options.workbench().server(serverId)
    if (owner === 'server') this.byServer.add(id, folder)
    else this.byProject.add(this.expectProject(id), folder)
    this.note(id, { action: 'share', owner, folder })
  }

  remove(serverId: ServerId, owner: RootsOwner, folder: string): void {
    if (owner === 'server') this.byServer.remove(serverId, folder)
    else this.byProject.remove(this.expectProject(serverId), folder)
    this.note(serverId, { action: 'stop sharing', owner, folder })
  }

  /** The person says of the server as it is now what they said of it as it was. */
  shareAgain(serverId: ServerId): void {
    const { id } = this.options.workbench().server(serverId)
    const folders = this.byServer.before(id)
    this.byServer.restore(id)
    for (const folder of folders) this.note(id, { action: 'share', owner: 'server', folder })
  }

  /** The person is asked again when the server asks. */
  askAgain(serverId: ServerId): void {
    const { id } = this.options.workbench().server(serverId)
    this.byServer.forget(id)
    this.note(id, { action: 'ask again', owner: 'server' })
  }

  shareProject(serverId: ServerId): void {
    this.add(serverId, 'project', this.expectProject(serverId))
  }

  /** What could not be written is tried once more. */
  flush(): void {
    this.byServer.flush()
    this.byProject.flush()
  }

  private note(serverId: ServerId, params: JsonObject): void {
    this.options.audit.note({ serverId, method: 'patchbay/roots', params })
  }

  /** Servers of the person's own belong to no project, whichever is open. */
  private projectOf(serverId: ServerId): string | undefined {
    const { workbench, projectFolder } = this.options
    const { scope } = workbench().server(serverId)
    return scope === 'project' || scope === 'local' ? projectFolder?.() : undefined
  }

  private expectProject(serverId: ServerId): string {
    const folder = this.projectOf(serverId)
    if (folder !== undefined) return folder
    const message = 'This server belongs to no project that is open.'
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }

  private announce(serverId: ServerId): void {
    const workbench = this.options.workbench()
    if (!workbench.servers().some(({ id }) => id === serverId)) return
    this.options.onRoots(this.report(serverId))
    if (workbench.report(serverId).state.phase !== 'ready') return
    // A session that ends meanwhile asks anew when it begins again.
    workbench
      .openSession(serverId)
      .announceRoots()
      .catch(() => undefined)
  }
}
