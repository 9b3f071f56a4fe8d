/**
 * Whether a tool may be called. Who calls it by hand has approved it, unless they want to be asked
 * always or the tool is no longer what it was; what others call goes by what the person has set.
 */
import type { WantedCall } from '../../shared/call-contract'
import type { Tool } from '../../shared/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { ServerId } from '../../shared/ids'
import type { ApprovalAsk, CallOrigin, InboxAnswer, Leaving, Risk } from '../../shared/inbox'
import { isObject, type Json } from '../../shared/json'
import { argumentsHash } from '../arguments-hash'
import type { Auditing } from '../audit/auditing'
import { frozenCopy } from '../session/frozen-copy'
import { hashOfItem } from '../session/lists'
import type { Workbench } from '../workbench'
import { riskOf, ruleOn } from './approval-rules'
import type { ApprovedThings, Change } from './approved-things'
import { deciderOf, tookOf } from './asking'
import { callsIn } from './calls-in-frame'
import { canonicalHash } from '../canonical'
import { whatRuns } from './identity'
import type { Inbox } from './inbox'
import { notKnown, type Policies } from './policies'

const AUDITED = 'patchbay/approval'
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
  /** What ends when the session of its server does. */
  private readonly waiting = new Map<ServerId, Set<AbortController>>()

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
    if (state.phase !== 'ready') return this.giveUp(serverId)
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
    const change = tool && approved.toolChange(serverId, tool)
    const serverChange = approved.instructionsChange(serverId, instructions)
    const risk = riskOf(tool)
    const ruling = ruleOn({
      origin,
      risk,
      policy: policies.of(server, name, tool),
      isLost: policies.isAskedByLoss(server, name, tool),
      isToolChanged: change !== undefined,
      isServerChanged: serverChange !== undefined
    })
    if (ruling.kind === 'go') return
    if (ruling.kind === 'deny') {
      const why = 'You have set that it may not be called.'
      const params = { ...writtenOf(wanted), risk, why, by: 'policy' }
      audit.note({ serverId, method: AUDITED, params, result: { isApproved: false } })
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
    await this.ask(wanted, now, {
      why: ruling.why,
      risk: change || serverChange ? raised(risk) : risk,
      ...(change && { change }),
      ...(serverChange && { serverChange })
    })
    this.once.add(key)
  }

  /** Nothing that is set can be found for a call that nobody knows, so the person looks at it. */
  private askUnclear(serverId: ServerId, frame: string): Promise<void> {
    const wanted = { serverId, args: undefined, frame }
    const why = 'Servers may read another call in this frame than Patchbay does.'
    const risk: Risk = { level: 'high', reasons: ['It is not clear which tool it calls.'] }
    return this.ask(wanted, this.nowOf(wanted), { why, risk })
  }

  private async ask(
    wanted: Wanted,
    { tool, instructions }: Now,
    { risk, why, ...changes }: { risk: Risk; why: string; change?: Change; serverChange?: Change }
  ): Promise<void> {
    const { inbox, policies, audit, approved, workbench } = this.options
    const { serverId, tool: name, args, meta, frame } = wanted
    const ask: ApprovalAsk = {
      kind: 'approval',
      ...(name !== undefined && { tool: name }),
      arguments: isObject(args) ? args : {},
      ...(meta && { meta }),
      ...(frame !== undefined && { frame }),
      why,
      ...changes
    }
    const check = (given: InboxAnswer): void => expectPolicyFits(given, name, tool)
    const ended = await this.whileOpen(serverId, (signal) =>
      inbox.ask({ serverId, ask, risk, signal, check })
    )
    const answer = ended.leaving === 'answered' ? ended.answer : undefined
    const isApproved = answer?.kind === 'approval' && answer.isApproved
    const params = { ...writtenOf(wanted), risk, why, by: deciderOf(ended) }
    audit.note({ serverId, method: AUDITED, params, result: { isApproved }, ...tookOf(ended) })
    if (answer?.kind === 'approval' && answer.policy !== undefined && name !== undefined) {
      policies.set(workbench().server(serverId), name, tool, answer.policy)
      const set = { tool: name, policy: answer.policy }
      audit.note({ serverId, method: 'patchbay/policy', params: set })
    }
    if (!isApproved) throw refused(name, WHY_NOT[ended.leaving])
    if (changes.change || changes.serverChange) approved.approve(serverId, tool, instructions)
  }

  /** A call that was approved for a session must not be made in the next one. */
  private async whileOpen<T>(
    serverId: ServerId,
    work: (signal: AbortSignal) => Promise<T>
  ): Promise<T> {
    const controller = new AbortController()
    const waiting = this.waiting.get(serverId) ?? new Set()
    this.waiting.set(serverId, waiting.add(controller))
    try {
      return await work(controller.signal)
    } finally {
      waiting.delete(controller)
      if (waiting.size === 0 && this.waiting.get(serverId) === waiting) {
        this.waiting.delete(serverId)
      }
    }
  }

  private giveUp(serverId: ServerId): void {
    for (const controller of this.waiting.get(serverId) ?? []) controller.abort('closed')
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

function raised(risk: Risk): Risk {
  return { level: 'high', reasons: ['It is no longer what it was.', ...risk.reasons] }
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

/** Whoever does not approve of a call does not allow the next ones by that. */
function expectPolicyFits(
  answer: InboxAnswer,
  name: string | undefined,
  tool: Tool | undefined
): void {
  if (answer.kind !== 'approval' || answer.policy === undefined) return
  const { isApproved, policy } = answer
  if (name === undefined) {
    const message = 'It is not clear which tool this would be set for.'
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }
  if (policy === 'allow' && !tool) throw notKnown(name)
  if (isApproved ? policy !== 'deny' : policy !== 'allow') return
  const message = isApproved
    ? 'A call that is made now cannot be denied from now on with the same answer.'
    : 'A call that is not made now cannot be allowed from now on with the same answer.'
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
