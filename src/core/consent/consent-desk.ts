/** Puts together everything that servers may ask of a person, and what is remembered of the answers. */
import { join } from 'node:path'
import type { Tool } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import {
  SERVER_POLICIES,
  type Grant,
  type InboxItem,
  type InboxState,
  type Policy,
  type PolicyList,
  type PolicyRecord,
  type ServerPolicy,
  type ToolPolicy
} from '../../shared/question/inbox'
import { fromJson } from '../../shared/json/json'
import type { SheetAnswer, OwnKind } from '../../shared/question/records'
import { riskOfTool } from '../../shared/question/risk'
import { isOpen } from '../../shared/servers/session-state'
import type { CommandLineApproval } from '../../shared/ipc/preferences'
import { inSessions, type Auditing } from '../audit/auditing'
import { catalogueFiles } from '../catalogue/catalogue-files'
import type { Clock } from '../time/clock'
import type { Loss } from '../disk/state-file'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { Inputs } from '../conversation/input'
import { hashOfItem } from '../catalogue/lists'
import { AnswerGuard } from '../question/answer-guard'
import { originOf, ruleOn } from './approval-rules'
import { Approvals } from './approvals'
import { ApprovedThings, withLostThings } from './approved-things'
import { DeskRoots, type DeskRootsOptions } from './desk-roots'
import { Grants } from './grants'
import { identityOf, revisionOf, runningTools } from './identity'
import { Inbox } from './inbox'
import { inboxInputs } from './inbox-inputs'
import { Policies } from './policies'
import { RefusalTally } from './refusal-tally'
import { ScopeQuestions } from './scope-questions'

export type ConsentDeskOptions = DeskRootsOptions & {
  readonly clock: Clock
  readonly audit: Auditing
  readonly redact: (json: string) => string
  readonly openPage: (href: string) => Promise<void>
  readonly hide: (values: readonly string[]) => void
  readonly samplingPerMinute: () => number
  readonly onInbox: (state: InboxState) => void
  readonly onGrants: (grants: readonly Grant[]) => void
  readonly onPolicies: (policies: PolicyList) => void
}

export class ConsentDesk {
  readonly inbox: Inbox
  readonly guard: AnswerGuard<InboxItem, SheetAnswer>
  readonly grants: Grants
  readonly roots: DeskRoots
  readonly inputs: Inputs
  /** What Patchbay asks because of something that you or a program does. */
  readonly own: ReturnType<ConsentDesk['ownQuestions']>
  /** Knows the session of what is written down. */
  readonly audit: Auditing
  private readonly policies: Policies
  private readonly approved: ApprovedThings
  private readonly refusals: RefusalTally
  /** What was last told of what is set. */
  private told = ''

  constructor(private readonly options: ConsentDeskOptions) {
    const { profile, clock, redact, openPage, samplingPerMinute, onLoss, complain } = options
    const audit = inSessions(options.audit, (serverId) => options.workbench().auditId(serverId))
    this.audit = audit
    this.refusals = new RefusalTally(clock, audit)
    this.inbox = new Inbox({
      clock,
      onChange: options.onInbox,
      onRefused: ({ serverId, ask }, leaving) => this.refusals.add(serverId, ask.kind, leaving)
    })
    this.guard = new AnswerGuard(this.inbox, clock)
    this.grants = new Grants({
      clock,
      path: join(profile, 'grants.json'),
      redact,
      onChange: options.onGrants,
      onLoss,
      complain
    })
    this.roots = new DeskRoots({ ...options, audit })
    this.inputs = inboxInputs({
      inbox: this.inbox,
      grants: this.grants,
      rootLists: this.roots.byServer,
      projectRoots: (serverId) => this.roots.ofProject(serverId),
      audit,
      clock,
      perMinute: samplingPerMinute,
      identify: (serverId) => identityOf(options.workbench(), serverId),
      running: (serverId) => runningTools(options.workbench(), serverId),
      revision: (serverId) => revisionOf(options.workbench(), serverId),
      openPage,
      hide: options.hide
    })
    this.policies = new Policies({
      clock,
      path: join(profile, 'policies.json'),
      redact,
      onChange: () => this.tellPolicies(),
      onLoss,
      complain
    })
    this.approved = new ApprovedThings({
      clock,
      storage: catalogueFiles(join(profile, 'approved'), {
        complain,
        repaired: withLostThings,
        onLoss: (loss, serverId) => onLoss(this.lossOf(loss, serverId))
      }),
      redact
    })
    this.own = this.ownQuestions()
  }

  policyOf(serverId: ServerId, tool: string): ToolPolicy {
    const server = this.options.workbench().server(serverId)
    const found = this.toolOf(server.id, tool)
    const policy = this.policies.ofTool(server, tool, found)
    const ofServer = this.policies.ofServer(server.id)
    const { isLost } = this.policies
    return {
      risk: riskOfTool(found),
      isLost,
      ...(policy && { policy }),
      ...(ofServer && { ofServer })
    }
  }

  /** Whether the command line makes a call of this tool only with --approve. */
  needsApproval(serverId: ServerId, tool: string, approval: CommandLineApproval): boolean {
    const server = this.options.workbench().server(serverId)
    const found = this.toolOf(server.id, tool)
    const ruling = ruleOn({
      origin: originOf(approval),
      risk: riskOfTool(found),
      policy: this.policies.of(server, tool, found),
      isToolChanged: false,
      isServerChanged: false
    })
    return ruling.kind === 'ask' && !ruling.isOnce
  }

  policyList(): PolicyList {
    return { records: this.policyRecords(), isLost: this.policies.isLost }
  }

  /** What could not be read any more need not be: from now on only what is listed holds. */
  forgetLoss(): void {
    this.policies.forgetLoss()
    this.audit.note({
      method: 'patchbay/policy',
      params: { action: 'forget what was lost' }
    })
  }

  /** Of a tool, or of the whole server. Without a policy the default holds again. */
  setPolicy(serverId: ServerId, tool: string | undefined, policy: Policy | undefined): void {
    if (policy === undefined) this.policies.remove(serverId, tool)
    else {
      const server = this.options.workbench().server(serverId)
      if (tool !== undefined) {
        this.policies.set(server, tool, this.toolOf(server.id, tool), policy)
      } else this.policies.setForServer(server.id, expectForServer(policy))
    }
    const params = { ...(tool !== undefined && { tool }), policy: policy ?? null }
    this.audit.note({ serverId, method: 'patchbay/policy', params })
  }

  /** A tool that is another by now has nothing of what was granted to it before. */
  look(serverId: ServerId): void {
    this.own.approval.look(serverId)
    const { catalogue, state } = this.options.workbench().report(serverId)
    if (!isOpen(state)) this.own.scopes.giveUp(serverId)
    this.revoke(this.grants.outdated(serverId, catalogue.tools))
    this.tellPolicies()
  }

  revoke(ids: readonly string[]): void {
    for (const { serverId, action, details } of this.grants.revoke(ids)) {
      const params = { action, details: detailsIn(details) }
      this.audit.note({ serverId, method: 'patchbay/revoke', params })
    }
  }

  pause(serverId: ServerId, isPaused: boolean): void {
    this.inbox.pause(serverId, isPaused)
    // What was denied meanwhile comes before the end of that.
    this.refusals.flush()
    this.audit.note({ serverId, method: 'patchbay/pause', params: { isPaused } })
  }

  /** What is not written yet is written. */
  end(): void {
    this.refusals.flush()
    this.grants.flush()
    this.policies.flush()
    this.roots.flush()
    this.approved.flush()
  }

  private ownQuestions() {
    return {
      approval: new Approvals({
        inbox: this.inbox,
        policies: this.policies,
        audit: this.audit,
        approved: this.approved,
        workbench: this.options.workbench
      }),
      scopes: new ScopeQuestions({
        inbox: this.inbox,
        audit: this.audit,
        running: (serverId) => runningTools(this.options.workbench(), serverId)
      })
    } satisfies Record<OwnKind, object>
  }

  private policyRecords(): readonly PolicyRecord[] {
    const workbench = this.options.workbench()
    const known = new Map(workbench.servers().map((server) => [server.id, server]))
    return this.policies.list().map(({ serverId, tool, policy }) => {
      const server = known.get(serverId)
      const isOver = server !== undefined && tool !== undefined && this.isOver(server, tool, policy)
      const which = tool === undefined ? {} : { tool }
      return { serverId, serverName: server?.name ?? serverId, ...which, policy, isOver }
    })
  }

  /** Of a server that is closed only what its tools were last is known. */
  private isOver(server: ServerDefinition, name: string, policy: Policy): boolean {
    const found = this.toolOf(server.id, name)
    const hash = found ? hashOfItem(found) : this.approved.hashOf(server.id, name)
    return hash !== undefined && this.policies.ofHash(server, name, hash) !== policy
  }

  private lossOf(loss: Loss, serverId: ServerId): Loss {
    const { name = serverId } =
      this.options
        .workbench()
        .servers()
        .find(({ id }) => id === serverId) ?? {}
    const message = `What the tools of ${name} were when you approved of them is not fully known any more. Those that are not known are shown to you before they are called. ${loss.message}`
    return { ...loss, message }
  }

  /** Also when nothing was set, but something that was set holds no longer. */
  private tellPolicies(): void {
    const list = this.policyList()
    const told = JSON.stringify(list)
    if (told === this.told) return
    this.told = told
    this.options.onPolicies(list)
  }

  private toolOf(serverId: ServerId, tool: string): Tool | undefined {
    const { catalogue } = this.options.workbench().report(serverId)
    return catalogue.tools.find(({ name }) => name === tool)
  }
}

function expectForServer(policy: Policy): ServerPolicy {
  const found = SERVER_POLICIES.find((known) => known === policy)
  if (found) return found
  const message = 'Only tools that are there can be allowed, one by one.'
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

/** As they were granted; as text where they were too long to be kept whole. */
function detailsIn(json: string): unknown {
  try {
    return fromJson(json) ?? undefined
  } catch {
    return json
  }
}
