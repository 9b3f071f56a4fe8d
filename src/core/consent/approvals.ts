/**
 * Whether a tool may be called. Who calls it by hand has approved it, unless they want to be asked
 * always or the tool is no longer what it was; what others call goes by what the person has set.
 */
import type { WantedCall } from '../../shared/calls/call-contract'
import type { Tool } from '../../shared/calls/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { CallOrigin, Leaving } from '../../shared/question/inbox'
import type { ApprovalAsk } from '../../shared/question/approval-kind'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import { isObject, type Json } from '../../shared/json/json'
import { argumentsHash } from '../values/arguments-hash'
import type { Auditing } from '../audit/auditing'
import { frozenCopy } from '../values/frozen-copy'
import { hashOfItem } from '../catalogue/lists'
import type { Workbench } from '../workbench/workbench'
import { SessionBound } from '../question/session-bound'
import { rulingOn, type Changes } from './approval-rules'
import type { ApprovedThings } from './approved-things'
import { answerIn, deciderOf, tookOf } from './asking'
import { callsIn } from './calls-in-frame'
import { canonicalHash } from '../values/canonical'
import { whatRuns } from './identity'
import type { Inbox } from './inbox'
import type { Policies } from './policies'

const { risk: riskOf, audit: AUDIT } = SHEET_RECORDS.approval
const UNCLEAR = 'A tool that is not clear'

export type ApprovalsOptions = {
  readonly inbox: Inbox
  readonly policies: Policies
  readonly audit: Auditing
  readonly approved: ApprovedThings
  readonly workbench: () => Workbench
}

type Wanted = Pick<WantedCall, 'serverId' | 'meta'> & {
  /** Absent where nobody knows which one a server would read in the frame. */
  readonly tool?: string
  readonly args: Json | undefined
  /** That is sent as it is. */
  readonly frame?: string
}

/** What is known of a tool and of its server when the person is asked. */
type Now = {
  readonly tool: Tool | undefined
  readonly instructions: string | undefined
}

export class Approvals {
  /** What was approved in this run and need not be asked about again in it. */
  private readonly once = new Set<string>()
  /** A call that was approved for a session must not be made in the next one. */
  private readonly bound = new SessionBound()

  constructor(private readonly options: ApprovalsOptions) {}

  /** Calls tools and sends frames like the workbench, but makes only calls that may be made. */
  caller(origin: CallOrigin): Pick<Workbench, 'startCall' | 'sendRaw'> {
    const { workbench } = this.options
    return {
      startCall: async (server, tool, args, options) => {
        // What is set is set by the id, and the workbench also takes the name.
        const { id: serverId } = workbench().server(server)
        // Nobody can change any more what the person is shown.
        const sent = frozenCopy(args)
        const meta = options?.meta && { meta: frozenCopy(options.meta) }
        await workbench().open(serverId, ['tools'])
        // Nobody is asked about a call that is not sent.
        workbench().expectFit(serverId, tool, sent, options?.isForced)
        await this.expectApproved(origin, [{ serverId, tool, args: sent, ...meta }])
        return workbench().startCall(serverId, tool, sent, { ...options, ...meta })
      },
      sendRaw: async (server, text, isForced) => {
        const { id: serverId } = workbench().server(server)
        const { calls, isClear } = callsIn(text)
        if (calls.length > 0 || !isClear) {
          workbench().openSession(serverId)
          await workbench().open(serverId, ['tools'])
          const wanted = calls.map((call) => ({
            serverId,
            tool: call.tool,
            args: call.arguments,
            frame: text
          }))
          await this.expectApproved(origin, wanted)
          const isOwn = origin === 'person' && !this.options.policies.isStrict(serverId)
          if (!isClear && !isOwn) await this.askUnclear(serverId, text)
        }
        return workbench().sendRaw(serverId, text, isForced)
      }
    }
  }

  /** What is listed for the first time is what later lists are compared with. */
  look(serverId: ServerId): void {
    const { state, catalogue } = this.options.workbench().report(serverId)
    if (state.phase !== 'ready') return this.bound.end(serverId)
    const { instructions } = state
    this.options.approved.look(serverId, { tools: catalogue.tools, instructions })
  }

  /** A tool may have changed again while the person looked at it; then they look again. */
  private async expectApproved(origin: CallOrigin, wanted: readonly Wanted[]): Promise<void> {
    for (;;) {
      const shown = canonicalHash(wanted.map((one) => digestOf(this.nowOf(one))))
      for (const one of wanted) await this.decide(origin, one)
      if (canonicalHash(wanted.map((one) => digestOf(this.nowOf(one)))) === shown) return
    }
  }

  private async decide(origin: CallOrigin, wanted: Wanted): Promise<void> {
    const { policies, audit, approved, workbench } = this.options
    const { serverId, tool: name = '' } = wanted
    const server = workbench().server(serverId)
    const now = this.nowOf(wanted)
    const { tool, instructions } = now
    const call = { origin, server, name, tool, instructions }
    const { ruling, risk, ...changes } = rulingOn({ policies, approved }, call)
    if (ruling.kind === 'go') return
    if (ruling.kind === 'deny') {
      const why = 'You have set that it may not be called.'
      const params = { ...writtenOf(wanted), risk, why, by: 'policy' }
      audit.note({ serverId, method: AUDIT.method, params, result: { isApproved: false } })
      const isToolsOwn = policies.ofTool(server, name, tool) !== undefined
      throw refused(
        name,
        isToolsOwn
          ? 'you have set that it may not be. Change it under “Before a call” in the options of the tool'
          : `you have set that no tool of ${server.name} may be, unless the tool has a setting of its own. Change it under “Before a call” on the Info page of ${server.name}`
      )
    }
    const key = canonicalHash([serverId, whatRuns(server), name, digestOf(now)])
    if (ruling.isOnce && this.once.has(key)) return
    await this.ask(wanted, now, { why: ruling.why, ...changes })
    this.once.add(key)
  }

  /** Nothing that is set can be found for a call that nobody knows, so the person looks at it. */
  private askUnclear(serverId: ServerId, frame: string): Promise<void> {
    const wanted = { serverId, args: undefined, frame }
    const why = 'Servers may read another call in this frame than Patchbay does.'
    return this.ask(wanted, this.nowOf(wanted), { why })
  }

  private async ask(
    wanted: Wanted,
    { tool, instructions }: Now,
    { why, ...changes }: { why: string } & Changes
  ): Promise<void> {
    const { inbox, policies, audit, approved, workbench } = this.options
    const { serverId, tool: name, args, meta, frame } = wanted
    const ask: ApprovalAsk = {
      kind: 'approval',
      ...(name !== undefined && { tool: name }),
      ...(!tool && { isUnlisted: true }),
      arguments: isObject(args) ? args : {},
      ...(meta && { meta }),
      ...(frame !== undefined && { frame }),
      why,
      ...changes
    }
    const risk = riskOf(ask, tool)
    const ended = await this.bound.ask(serverId, (signal) =>
      inbox.ask({ serverId, ask, risk, signal })
    )
    const answer = answerIn(ended)
    const isApproved = answer?.isApproved === true
    const params = { ...writtenOf(wanted), risk, why, by: deciderOf(ended) }
    audit.note({ serverId, method: AUDIT.method, params, result: { isApproved }, ...tookOf(ended) })
    if (answer?.policy !== undefined && name !== undefined) {
      policies.set(workbench().server(serverId), name, tool, answer.policy)
      const set = { tool: name, policy: answer.policy }
      audit.note({ serverId, method: 'patchbay/policy', params: set })
    }
    if (!isApproved) throw refused(name, WHY_NOT[ended.leaving])
    if (changes.change || changes.serverChange) approved.approve(serverId, tool, instructions)
  }

  private nowOf({ serverId, tool }: Wanted): Now {
    this.look(serverId)
    const { catalogue, state } = this.options.workbench().report(serverId)
    return {
      tool: catalogue.tools.find(({ name }) => name === tool),
      instructions: state.phase === 'ready' ? state.instructions : undefined
    }
  }
}

const WHY_NOT: Readonly<Record<Leaving, string>> = {
  answered: 'you did not approve it',
  denied: 'you did not approve it',
  cancelled: 'you took it back',
  closed: 'the session of its server ended before you approved it',
  expired: 'nobody approved it in time',
  flood: 'too much waits for you already',
  repeated: 'too much waits for you already',
  paused: 'its server is paused',
  completed: 'you did not approve it'
}

function digestOf({ tool, instructions }: Now): string {
  return canonicalHash([tool && hashOfItem(tool), instructions])
}

function refused(tool: string | undefined, why: string): WorkbenchError {
  const message = `${tool ?? UNCLEAR} was not called: ${why}.`
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, message)
}

/**
 * What a record says of a call. Its arguments are in no other record if it is not made, and a frame is
 * written down as others that a person wrote are.
 */
function writtenOf({ tool, args, frame }: Wanted): object {
  if (tool === undefined) return { text: frame }
  return { tool, arguments: args, argumentsHash: argumentsHash(args) }
}
