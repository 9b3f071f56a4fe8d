/** Puts together everything that servers may ask of a person, and what is remembered of the answers. */
import { join } from 'node:path'
import type { Tool } from '../../shared/catalogue'
import type { ServerId } from '../../shared/ids'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import {
  SERVER_POLICIES,
  type Grant,
  type InboxState,
  type Policy,
  type PolicyList,
  type PolicyRecord,
  type ServerPolicy,
  type ToolPolicy
} from '../../shared/inbox'
import type { Auditing } from '../audit/auditing'
import { catalogueFiles } from '../catalogue-files'
import type { Clock } from '../clock'
import type { Loss } from '../config/kept-file'
import type { Inputs } from '../session/input'
import { effectivePolicy, riskOf } from './approval-rules'
import { Approvals } from './approvals'
import { ApprovedThings } from './approved-things'
import { DeskRoots, type DeskRootsOptions } from './desk-roots'
import { Grants } from './grants'
import { identityOf, runningTools } from './identity'
import { Inbox } from './inbox'
import { inboxInputs } from './inbox-inputs'
import { Policies } from './policies'
import { RefusalTally } from './refusal-tally'

export type ConsentDeskOptions = DeskRootsOptions & {
  readonly clock: Clock
  readonly audit: Auditing
  readonly redact: (json: string) => string
  readonly openPage: (href: string) => Promise<void>
  readonly samplingPerMinute: () => number
  readonly onInbox: (state: InboxState) => void
  readonly onGrants: (grants: readonly Grant[]) => void
  readonly onPolicies: (policies: PolicyList) => void
}

export class ConsentDesk {
  readonly inbox: Inbox
  readonly grants: Grants
  readonly roots: DeskRoots
  readonly inputs: Inputs
  readonly approvals: Approvals
  private readonly policies: Policies
  private readonly approved: ApprovedThings
  private readonly refusals: RefusalTally
  /** What was last told of what is set. */
  private told = ''

  constructor(private readonly options: ConsentDeskOptions) {
    const { profile, clock, audit, redact, openPage, samplingPerMinute, onLoss, complain } = options
    this.refusals = new RefusalTally(clock, audit)
    this.inbox = new Inbox({
      clock,
      onChange: options.onInbox,
      onRefused: ({ serverId, ask }, leaving) => this.refusals.add(serverId, ask.kind, leaving)
    })
    this.grants = new Grants({
      clock,
      path: join(profile, 'grants.json'),
      redact,
      onChange: options.onGrants,
      onLoss,
      complain
    })
    this.roots = new DeskRoots(options)
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
      openPage
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
      storage: catalogueFiles(join(profile, 'approved'), complain),
      redact,
      onLoss: (serverId) => onLoss(this.lossOf(serverId))
    })
    this.approvals = new Approvals({
      inbox: this.inbox,
      policies: this.policies,
      audit,
      approved: this.approved,
      workbench: options.workbench
    })
  }

  policyOf(serverId: ServerId, tool: string): ToolPolicy {
    const server = this.options.workbench().server(serverId)
    const found = this.toolOf(server.id, tool)
    const policy = this.policies.ofTool(server, tool, found)
    const ofServer = this.policies.ofServer(server.id)
    const { isLost } = this.policies
    return { risk: riskOf(found), isLost, ...(policy && { policy }), ...(ofServer && { ofServer }) }
  }

  /** Whether a call that nobody makes by hand is asked about each time. */
  needsApproval(serverId: ServerId, tool: string): boolean {
    const server = this.options.workbench().server(serverId)
    const found = this.toolOf(server.id, tool)
    return effectivePolicy(this.policies.of(server, tool, found), riskOf(found)) === 'ask'
  }

  policyList(): PolicyList {
    return { records: this.policyRecords(), isLost: this.policies.isLost }
  }

  /** What could not be read any more need not be: from now on only what is listed holds. */
  forgetLoss(): void {
    this.policies.forgetLoss()
    this.options.audit.note({
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
    this.options.audit.note({ serverId, method: 'patchbay/policy', params })
  }

  /** A tool that is another by now has nothing of what was granted to it before. */
  look(serverId: ServerId): void {
    this.approvals.look(serverId)
    const { catalogue } = this.options.workbench().report(serverId)
    this.revoke(this.grants.outdated(serverId, catalogue.tools))
    this.tellPolicies()
  }

  revoke(ids: readonly string[]): void {
    for (const { serverId, action, details } of this.grants.revoke(ids)) {
      const params = { action, details: detailsIn(details) }
      this.options.audit.note({ serverId, method: 'patchbay/revoke', params })
    }
  }

  pause(serverId: ServerId, isPaused: boolean): void {
    this.inbox.pause(serverId, isPaused)
    this.options.audit.note({ serverId, method: 'patchbay/pause', params: { isPaused } })
  }

  /** What is known of a server is known of it under its new id, but nothing is granted to it. */
  move(from: ServerId, to: ServerId): void {
    this.inbox.move(from, to)
    this.roots.move(from, to)
    this.grants.move(from, to)
    this.policies.move(from, to)
    this.approved.move(from, to)
  }

  /** What is not written yet is written. */
  end(): void {
    this.refusals.flush()
    this.grants.flush()
    this.policies.flush()
    this.roots.flush()
    this.approved.flush()
  }

  private policyRecords(): readonly PolicyRecord[] {
    const workbench = this.options.workbench()
    const known = new Map(workbench.servers().map((server) => [server.id, server]))
    return this.policies.list().map(({ serverId, tool, policy }) => {
      const server = known.get(serverId)
      // Of a server that is closed or gone nobody knows what its tools are now.
      const found = server && tool !== undefined ? this.toolOf(serverId, tool) : undefined
      const isOver =
        server !== undefined &&
        found !== undefined &&
        this.policies.ofTool(server, found.name, found) === undefined
      const which = tool === undefined ? {} : { tool }
      return { serverId, serverName: server?.name ?? serverId, ...which, policy, isOver }
    })
  }

  private lossOf(serverId: ServerId): Loss {
    const { name = serverId } =
      this.options
        .workbench()
        .servers()
        .find(({ id }) => id === serverId) ?? {}
    const message = `What the tools of ${name} were when you approved of them cannot be read any more. Each is shown to you before it is called.`
    return { message, path: join(this.options.profile, 'approved') }
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
    return JSON.parse(json) ?? undefined
  } catch {
    return json
  }
}
