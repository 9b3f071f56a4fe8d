/** Knows what you decided about definitions, and asks you about those that you did not decide. */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { TrustSubject } from '../../shared/question/prompt'
import type { ServerDefinition, Warning } from '../../shared/servers/server-config'
import type { Candidate, RegistryOptions } from './registry'
import { fileVariablesOf, surroundingsOf } from '../trust/surroundings'
import { definitionHash, isFileNew, subjectOf, type FileVariables } from '../trust/trust'
import type { Decision } from '../trust/trust-store'
import { lookAlikesAmong } from '../trust/warnings/look-alikes'

type Options = Pick<
  RegistryOptions,
  'trust' | 'asking' | 'onTrust' | 'given' | 'scopes' | 'environment'
>
export type Subject = Pick<Candidate, 'definition' | 'source'>

export class Trusting {
  /** Definitions that you let run to try them out, until it is decided for good. */
  private readonly tried = new Map<string, FileVariables>()
  /** What the env file of a definition held when you were last shown it. */
  private readonly shownFiles = new Map<string, FileVariables>()

  constructor(private readonly options: Options) {}

  /** Of what would start now: a new name in its env file is not decided yet. */
  decisionOf(subject: Subject): Decision | undefined {
    const decision = this.keptDecision(subject)
    if (decision !== 'trusted') return decision
    return this.knowsFile(subject, fileVariablesOf(subject.definition)) ? decision : undefined
  }

  /** Of the definition alone, for what has started already. */
  keptDecision(subject: Subject): Decision | undefined {
    return this.options.trust.decisionOf(hashOf(subject))
  }

  /** Whether you were shown each of these names of its env file when you trusted a definition. */
  knowsFile(subject: Subject, variables: FileVariables): boolean {
    if (!hasEnvFile(subject.definition)) return true
    const hash = hashOf(subject)
    const trusted = this.options.trust.trustedAs(hash)
    if (trusted && !isFileNew(variables, trusted)) return true
    const tried = this.tried.get(hash)
    return tried !== undefined && Object.keys(variables).every((name) => Object.hasOwn(tried, name))
  }

  mayBeTried(candidate: Candidate): boolean {
    if (this.decisionOf(candidate) === 'trusted') return true
    const isTried = this.tried.has(hashOf(candidate))
    return isTried && this.knowsFile(candidate, fileVariablesOf(candidate.definition))
  }

  /** Refusing also revokes the trust in every earlier definition; the number of those is returned. */
  decide(candidate: Candidate, decision: 'trust' | 'refuse'): number {
    const revoked = decision === 'refuse' ? this.revokeAll(candidate) : 0
    this.keep(candidate, decision === 'trust' ? 'trusted' : 'refused')
    return revoked
  }

  /** What is decided for good is no longer only tried out. */
  keep(
    subject: Subject,
    decision: Decision,
    fileVariables = this.shownFiles.get(hashOf(subject))
  ): void {
    const hash = hashOf(subject)
    const { definition, source } = subject
    this.options.trust.decide(definition, source, decision, fileVariables)
    this.tried.delete(hash)
  }

  /** What was tried out and is opened now counts as trusted. */
  keepTried(subject: Subject): void {
    const tried = this.tried.get(hashOf(subject))
    if (!tried) return
    this.keep(subject, 'trusted', tried)
    this.options.onTrust()
  }

  /** Forgets every trusted definition that a file had under this name, and counts them. */
  private revokeAll({ name, source }: Candidate): number {
    const hashes = this.options.trust
      .records()
      .filter((record) => record.decision === 'trusted')
      .filter((record) => record.name === name && record.source === source)
      .map(({ hash }) => hash)
    this.revoke(hashes)
    return hashes.length
  }

  revoke(hashes: readonly string[]): void {
    this.options.trust.revoke(hashes)
    for (const hash of hashes) this.tried.delete(hash)
  }

  async requireTrust(candidates: readonly Candidate[]): Promise<void> {
    const { asking, onTrust } = this.options
    const open = candidates.filter((candidate) => this.decisionOf(candidate) !== 'trusted')
    const [first] = open
    if (!first) return
    if (!asking) throw notTrusted(first)
    const subjects = await Promise.all(open.map((candidate) => this.subjectOf(candidate)))
    const byHash = new Map(open.map((candidate) => [hashOf(candidate), candidate]))
    const decisions = await asking.trust(subjects, (hash, decision) => {
      const candidate = byHash.get(hash)
      return candidate ? this.decide(candidate, decision) : 0
    })
    onTrust()
    const isOnlyOne = candidates.length === 1
    if (isOnlyOne && decisions[hashOf(first)] !== 'trust') {
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, `${first.name} was not trusted.`)
    }
  }

  /** Asks about a draft, and lets it run for as long as it is only tried out. */
  async requireTrial(candidate: Candidate): Promise<void> {
    if (this.mayBeTried(candidate)) return
    const { asking } = this.options
    if (!asking) throw notTrusted(candidate)
    const hash = hashOf(candidate)
    const subject = await this.subjectOf(candidate)
    const decisions = await asking.trust([subject], (_, decision) => {
      if (decision === 'trust') this.tried.set(hash, this.shownFiles.get(hash) ?? {})
      return 0
    })
    if (decisions[hash] !== 'trust') {
      const message = `${candidate.name} was not tried out.`
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, message)
    }
  }

  async subjectOf(candidate: Candidate): Promise<TrustSubject> {
    const { definition, source, name } = candidate
    const { environment, scopes } = this.options
    const project = definition.scope === 'user' ? undefined : scopes.project?.folder
    const around = await surroundingsOf(definition, { environment, project })
    this.shownFiles.set(hashOf(candidate), around.fileVariables ?? {})
    const before = this.options.trust.snapshotOf(source, name)
    const subject = subjectOf(definition, source, before, this.decisionOf(candidate), around)
    return {
      ...subject,
      warnings: [...subject.warnings, ...this.lookAlikes()(definition.name)]
    }
  }

  lookAlikes(): (name: string) => readonly Warning[] {
    const { given, scopes } = this.options
    return lookAlikesAmong([...given, ...scopes.servers()].map(({ name }) => name))
  }
}

function hasEnvFile(definition: ServerDefinition): boolean {
  return definition.transport === 'stdio' && definition.envFile !== undefined
}

export function hashOf({ definition, source }: Subject): string {
  return definitionHash(definition, source)
}

export function notTrusted({ name }: { readonly name: string }): WorkbenchError {
  return new WorkbenchError(
    WorkbenchErrorCode.TrustRequired,
    `${name} may not run before you have said that you trust it.`
  )
}
