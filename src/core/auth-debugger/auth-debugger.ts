/** The runs of the authorization debugger: one at a time for each server or address. */
import type { AuthDebugReport, AuthDebugWish, FieldEdit } from '../../shared/sign-in/auth-debug'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition, ServerDefinition } from '../../shared/servers/server-config'
import type { IssuerAsker } from '../auth/bound-issuers'
import type { ClientIdentity } from '../auth/client-identity'
import type { SignInRecord } from '../auth/sign-in-record'
import type { Clock } from '../time/clock'
import type { Networks } from '../network/networks'
import type { TrafficLog } from '../traffic/traffic-log'
import type { AuthDebugRun, DebugClient } from './debug-run'

export type AuthDebuggerOptions = {
  readonly log: TrafficLog
  readonly clock: Clock
  readonly version: string
  readonly networks: Networks
  readonly hide: (values: readonly string[]) => void
  readonly openPage: (url: string) => Promise<void>
  /** The only authorization server that what is secret in a definition is sent to. */
  readonly boundIssuer?: ((definition: RemoteDefinition) => string | undefined) | undefined
  /** Asks whether it may be sent to this one, where there is none yet. */
  readonly confirmIssuer?: IssuerAsker | undefined
  readonly onChange: (report: AuthDebugReport) => void
  /** Makes the tokens of a run those of the server. Without it, nothing can be kept. */
  readonly keep?:
    ((definition: RemoteDefinition, record: SignInRecord) => Promise<void>) | undefined
}

export class AuthDebugger {
  private readonly runs = new Map<ServerId, AuthDebugRun>()
  /** Clients that an earlier run has registered, so that a mistake does not need another one. */
  private readonly clients = new Map<ServerId, DebugClient>()
  private lastRun = 0

  constructor(private readonly options: AuthDebuggerOptions) {}

  /** The last runs, for a window that has just been opened. */
  reports(): readonly AuthDebugReport[] {
    return [...this.runs.values()].map(({ report }) => report)
  }

  /** Resolves when the run has begun; its course is told by events. A run that is under way ends. */
  async start(
    definition: ServerDefinition,
    isSaved: boolean,
    wish: AuthDebugWish
  ): Promise<AuthDebugReport> {
    const remote = remoteOf(definition)
    const { AuthDebugRun: Run } = await import('./debug-run')
    const { mistakesFor } = await import('./run-plan')
    const mistakes = mistakesFor(remote.access?.oauth ?? {}, wish)
    if (wish.mistake !== undefined && !mistakes.includes(wish.mistake)) throw impossible(remote)
    const { id } = remote
    await this.runs.get(id)?.stop()
    const { keep, boundIssuer, confirmIssuer, ...rest } = this.options
    const run = new Run({
      ...rest,
      runId: ++this.lastRun,
      definition: remote,
      isSaved,
      wish,
      boundIssuer: boundIssuer?.(remote),
      ...(confirmIssuer && { confirmIssuer: (...asked) => confirmIssuer(remote, ...asked) }),
      ...(wish.mistake !== undefined && { knownAt: async (issuer) => this.clientAt(id, issuer) }),
      ...(keep && { keep: (record) => keep(remote, record) })
    })
    this.runs.set(id, run)
    void run.done.then(() => {
      const { client } = run
      if (client?.identity.source === 'dynamic') this.clients.set(id, client)
    }) // never rejects
    return run.report
  }

  async stop(runId: number): Promise<void> {
    await this.find(runId)?.stop()
  }

  send(runId: number, pauseId: number, edits: readonly FieldEdit[]): void {
    this.find(runId)?.send(pauseId, edits)
  }

  reportPageFailure(runId: number): void {
    this.find(runId)?.reportPageFailure()
  }

  async keep(runId: number): Promise<void> {
    const run = this.find(runId)
    if (!run) throw refused('That run is over, and another one has taken its place.')
    await run.keep()
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.runs.values()].map((run) => run.stop()))
  }

  private clientAt(id: ServerId, issuer: string): ClientIdentity | undefined {
    const client = this.clients.get(id)
    return client?.issuer === issuer ? client.identity : undefined
  }

  private find(runId: number): AuthDebugRun | undefined {
    return [...this.runs.values()].find(({ report }) => report.runId === runId)
  }
}

function remoteOf(definition: ServerDefinition): RemoteDefinition {
  if (definition.transport === 'stdio') {
    throw refused(`${definition.name} is started by a command, so there is nothing to sign in to.`)
  }
  return definition
}

function impossible({ name }: RemoteDefinition): WorkbenchError {
  return refused(
    `That mistake cannot be made here: ${name} signs in in a way, or by a revision, that has nothing to get wrong there.`
  )
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
