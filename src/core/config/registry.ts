/**
 * The servers that can be opened, and the way from a definition that somebody wrote to one that is
 * started: first the person says that it may run, then its values are filled in, and nothing of that
 * happens before it is asked for.
 */
import type { TrustRecord } from '../../shared/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { ServerId } from '../../shared/ids'
import type { InputField, TrustDecision, TrustSubject } from '../../shared/prompt'
import type { ServerDefinition, ServerSummary, Standing } from '../../shared/server-config'
import type { Redactor } from '../audit/redaction'
import type { ServerSource } from '../server-source'
import { checkResolved } from './entry'
import type { ListedServer, Scopes } from './scopes'
import type { SecretStore } from './secrets'
import { summaryOf } from './summary'
import { definitionHash, subjectOf } from './trust'
import type { Decision, TrustStore } from './trust-store'
import { Values } from './values'
import { valuesToHide } from './variables'
import { warningsOf } from './warnings'

/** Somebody who can ask the person. Whoever cannot leaves it out, and then nothing new is trusted. */
export type Asking = {
  /** By hash; what is missing was not decided. */
  readonly trust: (
    subjects: readonly TrustSubject[]
  ) => Promise<Readonly<Record<string, TrustDecision>>>
  /** By the id of the field; undefined when the person did not want to. */
  readonly values: (
    title: string,
    fields: readonly InputField[]
  ) => Promise<
    Readonly<Record<string, { readonly value: string; readonly isRemembered: boolean }>> | undefined
  >
}

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

export class ServerRegistry implements ServerSource {
  private readonly values: Values
  private readonly resolving = new Map<ServerId, Promise<ServerDefinition>>()
  /** Definitions that the person let run to try them out, until it is decided for good. */
  private readonly tried = new Set<string>()
  /** What the open ones were opened with. */
  private readonly openedWith = new Map<ServerId, { stamp: string; hash: string }>()

  constructor(private readonly options: RegistryOptions) {
    this.values = new Values(options)
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
    return [
      ...given.map((definition) =>
        summaryOf(definition, { standing: { kind: 'usable' }, warnings: [] })
      ),
      ...scopes.servers().map((server) => {
        const { definition, source, id } = server
        const warnings = definition ? warningsOf(definition) : []
        const opened = this.openedWith.get(id)
        const isStale =
          opened !== undefined && definition !== undefined && opened.stamp !== stampOf(definition)
        const known = { standing: this.standingOf(server), warnings, source, isStale }
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
    const hash = definitionHash(candidate.definition, candidate.source)
    if (this.options.trust.decisionOf(hash) !== 'trusted' && !this.tried.has(hash)) {
      const { asking } = this.options
      if (!asking) throw notTrusted(candidate)
      const decisions = await asking.trust([this.subjectOf(candidate)])
      if (decisions[hash] !== 'trust') throw notTried(candidate)
      this.tried.add(hash)
    }
    return this.fillIn(candidate)
  }

  private async fillIn(candidate: Candidate): Promise<ServerDefinition> {
    const { definition: expanded, values } = await this.values.expand(candidate)
    this.options.redactor.add(values)
    return checkResolved(expanded)
  }

  /** Asks about all of these that are not trusted, even if the person has refused them before. */
  async askAbout(ids: readonly ServerId[]): Promise<void> {
    const candidates = ids
      .map((id) => this.options.scopes.find(id))
      .filter(({ shadowedBy }) => shadowedBy === undefined)
      .flatMap(({ definition, ...server }) => (definition ? [{ ...server, definition }] : []))
    await this.requireTrust(candidates)
  }

  /** What the person would be asked about a server; undefined when they trust it. */
  subject(name: string): TrustSubject | undefined {
    const candidate = this.named(name)
    const { definition, source } = candidate
    return this.decisionOf(definition, source) === 'trusted' ? undefined : this.subjectOf(candidate)
  }

  /** Only for the very definition that the person has seen. */
  decide(name: string, hash: string, decision: Decision): void {
    const { definition, source } = this.named(name)
    if (definitionHash(definition, source) !== hash) {
      throw refused({ name }, 'Its definition changed while you looked at it. Look again.')
    }
    this.keep(definition, source, decision)
    this.options.onTrust()
  }

  /** Whatever was decided about these is asked again. */
  revoke(hashes: readonly string[]): void {
    this.options.trust.revoke(hashes)
    for (const hash of hashes) this.tried.delete(hash)
    this.options.onTrust()
  }

  trustRecords(): readonly TrustRecord[] {
    const used = new Set(
      this.options.scopes
        .servers()
        .flatMap(({ definition, source }) =>
          definition ? [definitionHash(definition, source)] : []
        )
    )
    return this.options.trust
      .records()
      .map((record) => ({ ...record, isUnused: !used.has(record.hash) }))
  }

  /** Those that were opened and may not run any more: disabled since, or no longer trusted. */
  unwanted(): readonly ServerId[] {
    const { scopes, trust } = this.options
    const disabled = new Set(
      scopes.servers().flatMap(({ id, isDisabled }) => (isDisabled ? [id] : []))
    )
    return [...this.openedWith]
      .filter(([id, { hash }]) => disabled.has(id) || trust.decisionOf(hash) !== 'trusted')
      .map(([id]) => id)
  }

  /** What is no longer open has no definition that it was opened with. */
  forgetOpened(id: ServerId): void {
    this.openedWith.delete(id)
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
    const server = this.options.scopes.find(id)
    const { definition } = server
    if (!definition) throw refused(server, server.faults[0]?.message ?? 'It cannot be read.')
    if (server.shadowedBy !== undefined) {
      throw refused(server, `A server of the same name in the ${server.shadowedBy} scope counts.`)
    }
    if (server.isDisabled) throw refused(server, 'It is disabled.')
    if (this.decisionOf(definition, server.source) === 'refused') {
      throw new WorkbenchError(
        WorkbenchErrorCode.TrustRequired,
        `${server.name} may not run: you said that you do not trust it. Review it to change that.`
      )
    }
    const candidate = { ...server, definition }
    const hash = definitionHash(definition, server.source)
    if (this.tried.has(hash)) {
      this.keep(definition, server.source, 'trusted')
      this.options.onTrust()
    }
    await this.requireTrust([candidate])
    if (this.decisionOf(definition, server.source) !== 'trusted') throw notTrusted(server)
    const resolved = await this.fillIn(candidate)
    const now = this.options.scopes.find(id).definition
    if (!now || stampOf(now) !== stampOf(definition)) {
      throw refused(server, 'Its definition changed meanwhile. Open it again.')
    }
    this.openedWith.set(id, { stamp: stampOf(definition), hash })
    return resolved
  }

  private decisionOf(definition: ServerDefinition, source: string) {
    return this.options.trust.decisionOf(definitionHash(definition, source))
  }

  /** What is decided for good is no longer only tried out. */
  private keep(definition: ServerDefinition, source: string, decision: Decision): void {
    this.options.trust.decide(definition, source, decision)
    this.tried.delete(definitionHash(definition, source))
  }

  private async requireTrust(candidates: readonly Candidate[]): Promise<void> {
    const { asking, onTrust } = this.options
    const open = candidates.filter(
      ({ definition, source }) => this.decisionOf(definition, source) !== 'trusted'
    )
    const [first] = open
    if (!first) return
    if (!asking) throw notTrusted(first)
    const subjects = open.map((candidate) => this.subjectOf(candidate))
    const decisions = await asking.trust(subjects)
    for (const [index, { definition, source }] of open.entries()) {
      const decision = decisions[subjects[index]?.hash ?? '']
      if (decision === 'trust') this.keep(definition, source, 'trusted')
      else if (decision === 'refuse') this.keep(definition, source, 'refused')
    }
    onTrust()
    const isOnlyOne = candidates.length === 1
    if (isOnlyOne && decisions[subjects[0]?.hash ?? ''] !== 'trust') {
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, `${first.name} was not trusted.`)
    }
  }

  private subjectOf({ definition, source, name }: Candidate): TrustSubject {
    const before = this.options.trust.snapshotOf(source, name)
    return subjectOf(definition, source, before, this.decisionOf(definition, source))
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
    const decision = this.decisionOf(definition, source)
    if (decision === 'trusted') return { kind: 'usable' }
    if (decision === 'refused') return { kind: 'refused' }
    const isChanged = this.options.trust.snapshotOf(source, name) !== undefined
    return { kind: 'untrusted', isChanged }
  }
}

/** All that makes a difference to an open session, its settings too. */
function stampOf(definition: ServerDefinition): string {
  return JSON.stringify(definition)
}

function notTrusted({ name }: { readonly name: string }): WorkbenchError {
  return new WorkbenchError(
    WorkbenchErrorCode.TrustRequired,
    `${name} may not run before you have said that you trust it.`
  )
}

function notTried({ name }: { readonly name: string }): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, `${name} was not tried out.`)
}

function refused({ name }: { readonly name: string }, why: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, `${name} cannot be opened. ${why}`)
}
