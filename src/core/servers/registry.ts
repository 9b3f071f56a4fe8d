/**
 * The servers that can be opened, and the way from a definition that somebody wrote to one that is
 * started: first the person says that it may run, then its values are filled in, and nothing of that
 * happens before it is asked for.
 */
import type { TrustRecord } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { TrustSubject } from '../../shared/question/prompt'
import type { ServerDefinition, ServerSummary, Standing } from '../../shared/servers/server-config'
import type { Redactor } from '../redaction/redaction'
import type { WindowHandlers } from '../question/window-handlers'
import type { ServerSource } from './server-source'
import { checkResolved } from '../server-file/entry'
import type { ListedServer, Scopes } from '../server-file/scopes'
import type { SecretStore } from '../secrets/secrets'
import { summaryOf } from './summary'
import { definitionHash } from '../trust/trust'
import { trustRecordsOf } from '../trust/trust-records'
import type { TrustStore } from '../trust/trust-store'
import { hashOf, notTrusted, Trusting } from './trusting'
import { Values } from './values'
import { flowsOf, valuesToHide } from '../server-file/variables'
import { warningsOf } from '../trust/warnings'

/** Somebody who can ask the person. Whoever cannot leaves it out, and then nothing new is trusted. */
export type Asking = Pick<WindowHandlers, 'trust' | 'values'>

export type RegistryOptions = {
  readonly scopes: Scopes
  readonly trust: TrustStore
  readonly secrets: SecretStore
  readonly redactor: Redactor
  /** Ours and those of the command line: whoever started us named them. */
  readonly given: readonly ServerDefinition[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly asking?: Asking
  readonly onTrust: () => void
  readonly onSecrets: () => void
}

/** A definition that may be written somewhere or only be tried out. */
export type Candidate = Pick<ListedServer, 'name' | 'source' | 'inputs'> & {
  readonly definition: ServerDefinition
}

/** As it was written when it was looked at. */
type Openable = Candidate & { readonly id: ServerId }

export class ServerRegistry implements ServerSource {
  private readonly values: Values
  private readonly trusting: Trusting
  private readonly resolving = new Map<ServerId, Promise<ServerDefinition>>()
  /** What definitions were before they were filled in. */
  private readonly written = new WeakMap<ServerDefinition, Openable>()
  private readonly drafts = new WeakMap<ServerDefinition, Candidate>()
  /** What the open ones were opened with. */
  private readonly openedWith = new Map<ServerId, Openable>()
  /** The same, with values filled in. */
  private readonly filled = new Map<ServerId, ServerDefinition>()

  constructor(private readonly options: RegistryOptions) {
    this.values = new Values(options)
    this.trusting = new Trusting(options)
    for (const definition of options.given) this.hideValues(definition)
  }

  /** For a definition that is filled in already. */
  hideValues(definition: ServerDefinition): void {
    this.options.redactor.add(valuesToHide(definition))
  }

  /** Those that there is a definition of, whether or not they may be opened. */
  list(): readonly ServerDefinition[] {
    const { given, scopes } = this.options
    return [...given, ...scopes.servers().flatMap(({ definition }) => definition ?? [])]
  }

  summaries(): readonly ServerSummary[] {
    const { given, scopes } = this.options
    const lookAlikes = this.trusting.lookAlikes()
    return [
      ...given.map((definition) =>
        summaryOf(definition, { standing: { kind: 'usable' }, warnings: [] })
      ),
      ...scopes.servers().map((server) => {
        const { definition, source, id } = server
        const warnings = [
          ...(definition ? warningsOf(definition) : []),
          ...lookAlikes(definition?.name ?? server.name)
        ]
        const opened = this.openedWith.get(id)
        const isStale =
          opened !== undefined && definition !== undefined && !isSame(opened.definition, definition)
        const hasInputs = definition && flowsOf(definition).some(({ kind }) => kind === 'input')
        const standing = this.standingOf(server)
        const known = { standing, warnings, source, isStale, hasInputs }
        return summaryOf(definition ?? server, known)
      })
    ]
  }

  /** The definition as it is started. Asks the person where they have not decided yet. */
  resolve(id: ServerId): Promise<ServerDefinition> {
    const given = this.options.given.find((definition) => definition.id === id)
    if (given) return Promise.resolve(given)
    let resolving = this.resolving.get(id)
    if (!resolving) {
      resolving = this.resolveListed(id).finally(() => this.resolving.delete(id))
      this.resolving.set(id, resolving)
    }
    return resolving
  }

  /** For a draft that is tried out: the same way as for one that is written down. */
  async resolveDraft(candidate: Candidate): Promise<ServerDefinition> {
    await this.trusting.requireTrial(candidate)
    const resolved = await this.fillIn(candidate)
    if (!this.trusting.mayBeTried(candidate)) throw notTrusted(candidate)
    this.drafts.set(resolved, candidate)
    return resolved
  }

  /** Refuses what was resolved when it may not be started any more, or is written otherwise by now. */
  expectCurrent(resolved: ServerDefinition): void {
    const server = this.written.get(resolved)
    if (server) this.expectSame(server)
  }

  /** A session begins with what was resolved; refuses as `expectCurrent` does. */
  begin(resolved: ServerDefinition): void {
    this.expectCurrent(resolved)
    const server = this.written.get(resolved)
    if (!server) return
    this.openedWith.set(server.id, server)
    this.filled.set(server.id, resolved)
  }

  /** Whether what was started may go on, though it is written otherwise by now. */
  isWanted(resolved: ServerDefinition): boolean {
    const draft = this.drafts.get(resolved)
    if (draft) return this.trusting.mayBeTried(draft)
    const server = this.written.get(resolved)
    return server === undefined || this.mayGoOn(server)
  }

  private async fillIn(candidate: Candidate): Promise<ServerDefinition> {
    const { definition: expanded, fileVariables, values } = await this.values.expand(candidate)
    // The file may have changed since it was held against what you trusted.
    if (!this.trusting.knowsFile(candidate, fileVariables)) throw notTrusted(candidate)
    this.options.redactor.add(values)
    return checkResolved(expanded)
  }

  /** Asks about all of these that are not trusted, even if the person has refused them before. */
  async askAbout(ids: readonly ServerId[]): Promise<void> {
    const candidates = ids
      .map((id) => this.options.scopes.find(id))
      .filter(({ shadowedBy }) => shadowedBy === undefined)
      .flatMap(({ definition, ...server }) => (definition ? [{ ...server, definition }] : []))
    await this.trusting.requireTrust(candidates)
  }

  /** Asks for what a server wants to be told, though it was told before. Counts from its next start. */
  async askForValues(id: ServerId): Promise<void> {
    const server = this.openable(id)
    if (this.trusting.decisionOf(server) !== 'trusted') throw notTrusted(server)
    await this.values.askAgain(server)
  }

  /** What you would be asked about a server, and whether you trust it now. */
  async subject(
    name: string
  ): Promise<{ readonly subject: TrustSubject; readonly isTrusted: boolean }> {
    const candidate = this.named(name)
    const isTrusted = this.trusting.decisionOf(candidate) === 'trusted'
    return { subject: await this.trusting.subjectOf(candidate), isTrusted }
  }

  /**
   * Only for the very definition that you have seen. Refusing a server also revokes the trust in
   * every earlier definition of it; the number of those that lost it is returned.
   */
  decide(name: string, hash: string, decision: 'trust' | 'refuse'): number {
    const candidate = this.named(name)
    if (hashOf(candidate) !== hash) {
      throw refused({ name }, 'Its definition changed while you looked at it. Look again.')
    }
    const revoked = this.trusting.decide(candidate, decision)
    this.options.onTrust()
    return revoked
  }

  /** What the person has just agreed to, in a window of main's, leaves a server as trusted as it was. */
  changeTrusted<Result>(id: ServerId, change: () => Result): Result {
    const isTrusted = this.trusting.decisionOf(this.openable(id)) === 'trusted'
    const result = change()
    if (isTrusted) {
      this.trusting.keep(this.openable(id), 'trusted')
      this.options.onTrust()
    }
    return result
  }

  /** Whatever was decided about these is asked again. */
  revoke(hashes: readonly string[]): void {
    this.trusting.revoke(hashes)
    this.options.onTrust()
  }

  trustRecords(): readonly TrustRecord[] {
    return trustRecordsOf(this.options.trust, this.options.scopes)
  }

  /** Those that were opened and may not go on. */
  unwanted(): readonly ServerId[] {
    return [...this.openedWith.values()]
      .filter((server) => !this.mayGoOn(server))
      .map(({ id }) => id)
  }

  /** With its values filled in, so not for the window; undefined when it is not open. */
  openedAs(id: ServerId): ServerDefinition | undefined {
    const given = this.options.given.find((definition) => definition.id === id)
    return given ?? this.filled.get(id)
  }

  /** What is no longer open has no definition that it was opened with. */
  forgetOpened(id: ServerId): void {
    this.openedWith.delete(id)
    this.filled.delete(id)
  }

  /** The version that a server had before, when nobody pinned it and it is another one now. */
  versionBefore(id: ServerId, version: string): string | undefined {
    const server = this.options.scopes.servers().find((each) => each.id === id)
    if (!server?.definition) return undefined
    if (!warningsOf(server.definition).some(({ kind }) => kind === 'unpinned')) return undefined
    const hash = definitionHash(server.definition, server.source)
    return this.options.trust.versionSeen(hash, version)
  }

  private async resolveListed(id: ServerId): Promise<ServerDefinition> {
    const server = this.openable(id)
    this.trusting.keepTried(server)
    await this.trusting.requireTrust([server])
    this.expectSame(server)
    const resolved = await this.fillIn(server)
    this.expectSame(server)
    this.written.set(resolved, server)
    return resolved
  }

  /** Refuses what nobody needs to be asked about, because it cannot be opened anyway. */
  private openable(id: ServerId): Openable {
    const server = this.options.scopes.find(id)
    const { definition } = server
    if (!definition) throw refused(server, server.faults[0]?.message ?? 'It cannot be read.')
    if (server.shadowedBy !== undefined) {
      throw refused(server, `A server of the same name in the ${server.shadowedBy} scope counts.`)
    }
    if (server.isDisabled) throw refused(server, 'It is disabled.')
    if (this.trusting.decisionOf({ ...server, definition }) === 'refused') {
      throw new WorkbenchError(
        WorkbenchErrorCode.TrustRequired,
        `${server.name} may not run: you said that you do not trust it. Review it to change that.`
      )
    }
    return { ...server, definition }
  }

  /** Whoever was asked may have taken their time, and changed their mind or the file in it. */
  private expectSame(server: Openable): void {
    const now = this.openable(server.id)
    if (!isSame(now.definition, server.definition)) {
      throw refused(server, 'Its definition changed meanwhile. Open it again.')
    }
    if (this.trusting.decisionOf(now) !== 'trusted') throw notTrusted(server)
  }

  private mayGoOn(server: Openable): boolean {
    const now = this.options.scopes.servers().find(({ id }) => id === server.id)
    return now?.isDisabled === false && this.trusting.keptDecision(server) === 'trusted'
  }

  /** The one that counts among those of a name. */
  private named(name: string): Candidate {
    const server = this.options.scopes
      .servers()
      .find((each) => each.name === name && each.shadowedBy === undefined)
    if (server?.definition) return { ...server, definition: server.definition }
    throw new WorkbenchError(
      WorkbenchErrorCode.NotFound,
      server
        ? `${name} cannot be read. ${server.faults[0]?.message}`
        : `There is no server "${name}" that is written down.`
    )
  }

  private standingOf(server: ListedServer): Standing {
    const { definition, faults, shadowedBy, isDisabled, source, name } = server
    if (!definition) return { kind: 'invalid', faults }
    if (shadowedBy !== undefined) return { kind: 'shadowed', by: shadowedBy }
    if (isDisabled) return { kind: 'disabled' }
    const decision = this.trusting.decisionOf({ definition, source })
    if (decision === 'trusted') return { kind: 'usable' }
    if (decision === 'refused') return { kind: 'refused' }
    const isChanged = this.options.trust.snapshotOf(source, name) !== undefined
    return { kind: 'untrusted', isChanged }
  }
}

/** In all that makes a difference to an open session, its settings too. */
function isSame(one: ServerDefinition, other: ServerDefinition): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refused({ name }: { readonly name: string }, why: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, `${name} cannot be opened. ${why}`)
}
