/** Servers that are only looked at: drafts that are tried out, and what the doctor examines. */
import type { DoctorReport, TestReport } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { systemClock } from '../time/clock'
import type { ServerRegistry } from '../servers/registry'
import type { Networks } from '../network/networks'
import { loginPath } from '../process/login-path'
import type { ProcessRegister } from '../process/server-process'
import { Trial } from '../workbench/trial'
import type { WorkbenchOptions } from '../workbench/workbench-options'

export type ExaminationsOptions = {
  readonly registry: ServerRegistry
  readonly version: string
  readonly register?: ProcessRegister | undefined
  /** Who we are to a server that has an address. */
  readonly remoteFor?: WorkbenchOptions['remoteFor']
  /** The same for a draft, which must not change who we are to the server that is saved. */
  readonly draftRemoteFor?: WorkbenchOptions['remoteFor']
  readonly networks: Networks
  /** The PATH that we have, and the one that a terminal would have. */
  readonly paths?: () => Promise<Paths>
  readonly onTest: (report: TestReport) => void
  readonly onDoctor: (report: DoctorReport) => void
}

type Paths = { readonly own: string | undefined; readonly login: string | undefined }

type Doctor = {
  readonly definition: ServerDefinition
  readonly abort: AbortController
  readonly done: Promise<void>
}

export class Examinations {
  private readonly trials = new Map<number, Trial>()
  private readonly doctors = new Map<ServerId, Doctor>()
  private lastTrial = 0
  private hasEnded = false

  constructor(private readonly options: ExaminationsOptions) {}

  startTrial(definition: ServerDefinition): TestReport {
    const { version, register, draftRemoteFor, networks, onTest } = this.options
    this.refuseAfterEnd()
    const id = ++this.lastTrial
    const trial = new Trial({
      id,
      definition,
      version,
      ...(register && { register }),
      ...(draftRemoteFor && { remoteFor: draftRemoteFor }),
      networks,
      onChange: onTest
    })
    this.trials.set(id, trial)
    void trial.done.finally(() => this.trials.delete(id)) // never rejects
    return trial.report
  }

  async stopTrial(id: number): Promise<void> {
    await this.trials.get(id)?.stop()
  }

  /** Resolves when the examination has begun; its course is told by events. */
  async startDoctor(serverId: ServerId): Promise<void> {
    await this.stopDoctor(serverId)
    const definition = await this.options.registry.resolve(serverId)
    const paths = await (this.options.paths ?? pathsHere)()
    // Whoever asked meanwhile is being examined already.
    const { examine, planChecks } = await import('../doctor/doctor')
    if (this.doctors.has(serverId)) return
    this.refuseAfterEnd()
    const { registry, version, register, remoteFor, networks, onDoctor } = this.options
    registry.expectCurrent(definition)
    const abort = new AbortController()
    const startedAt = systemClock.wall()
    let checks = planChecks(definition)
    const tell = (isDone: boolean): void => onDoctor({ serverId, checks, isDone, startedAt })
    tell(false)
    const done = examine(definition, {
      version,
      paths,
      ...(register && { register }),
      ...(remoteFor && { remoteFor }),
      networks,
      signal: abort.signal,
      onChange: (changed) => {
        checks = changed
        tell(false)
      }
    }).then((found) => {
      checks = found
      this.doctors.delete(serverId)
      tell(true)
    })
    this.doctors.set(serverId, { definition, abort, done })
  }

  async stopDoctor(serverId: ServerId): Promise<void> {
    const running = this.doctors.get(serverId)
    running?.abort.abort()
    await running?.done
  }

  /** Ends what may not run any more. */
  async stopUnwanted(): Promise<void> {
    const isUnwanted = (definition: ServerDefinition): boolean =>
      !this.options.registry.isWanted(definition)
    const doctors = [...this.doctors].filter(([, { definition }]) => isUnwanted(definition))
    const trials = [...this.trials.values()].filter(({ definition }) => isUnwanted(definition))
    await Promise.all([
      ...doctors.map(([id]) => this.stopDoctor(id)),
      ...trials.map((trial) => trial.stop())
    ])
  }

  /** Nothing is examined after that. */
  async stopAll(): Promise<void> {
    this.hasEnded = true
    await Promise.allSettled([
      ...[...this.trials.values()].map((trial) => trial.stop()),
      ...[...this.doctors.keys()].map((id) => this.stopDoctor(id))
    ])
  }

  killAll(): void {
    for (const trial of this.trials.values()) trial.kill()
    for (const { abort } of this.doctors.values()) abort.abort()
  }

  private refuseAfterEnd(): void {
    if (!this.hasEnded) return
    throw new WorkbenchError(WorkbenchErrorCode.NotOpen, 'Patchbay is quitting.')
  }
}

async function pathsHere(): Promise<Paths> {
  return { own: process.env['PATH'], login: await loginPath() }
}
