/**
 * Whether a call may be made from the command line. It goes by what the person has set in the app;
 * here nobody can be asked, so what would be asked about needs their word on the command line.
 */
import { join } from 'node:path'
import { argumentsHash } from '../core/arguments-hash'
import type { Auditing } from '../core/audit/auditing'
import { catalogueFiles } from '../core/catalogue-files'
import { systemClock } from '../core/clock'
import { effectivePolicy, riskOf } from '../core/consent/approval-rules'
import { ApprovedThings } from '../core/consent/approved-things'
import { Policies } from '../core/consent/policies'
import type { Workbench } from '../core/workbench'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { ServerId } from '../shared/ids'
import type { JsonObject } from '../shared/json'

export type CallApprovalOptions = {
  readonly profile: string
  /** The person has said --approve. */
  readonly isApproved: boolean
  readonly audit: Pick<Auditing, 'note'>
  readonly onNotice: (message: string) => void
}

/** The rest of a sentence, and what has decided. */
type Refusal = { readonly why: string; readonly by: 'policy' | 'change' }

/** A call that may not be made, unlike one that is written wrong. */
export class NotApproved extends WorkbenchError {
  constructor(message: string) {
    super(WorkbenchErrorCode.InvalidInput, message)
  }
}

export class CallApproval {
  private readonly policies: Policies
  private readonly approved: ApprovedThings

  constructor(private readonly options: CallApprovalOptions) {
    const { profile, onNotice } = options
    this.policies = new Policies({
      clock: systemClock,
      path: join(profile, 'policies.json'),
      isReader: true,
      onLoss: ({ message }) => onNotice(message),
      complain: onNotice
    })
    const storage = catalogueFiles(join(profile, 'approved'), onNotice)
    this.approved = new ApprovedThings({ clock: systemClock, storage })
  }

  /** Throws when it may not. Of an open server. */
  expect(workbench: Workbench, serverId: ServerId, name: string, args: JsonObject): void {
    const refusal = this.refusalOf(workbench, serverId, name)
    const by = refusal?.by ?? '--approve'
    if (refusal || this.options.isApproved) {
      const why = refusal && { why: refusal.why }
      const params = { tool: name, arguments: args, argumentsHash: argumentsHash(args), ...why, by }
      const result = { isApproved: !refusal }
      this.options.audit.note({ serverId, method: 'patchbay/approval', params, result })
    }
    if (refusal) throw new NotApproved(`${name} was not called: ${refusal.why}`)
  }

  private refusalOf(workbench: Workbench, serverId: ServerId, name: string): Refusal | undefined {
    const { catalogue, state } = workbench.report(serverId)
    const tool = catalogue.tools.find((listed) => listed.name === name)
    const server = workbench.server(serverId)
    const policy = this.policies.of(server, name, tool)
    if (policy === 'deny') return { by: 'policy', why: 'you have set that it may not be.' }
    if (tool && this.approved.toolChange(serverId, tool)) {
      return changed('its definition has changed')
    }
    const instructions = state.phase === 'ready' ? state.instructions : undefined
    if (this.approved.instructionsChange(serverId, instructions)) {
      return changed('what its server tells models about itself has changed')
    }
    const risk = riskOf(tool)
    // Whoever writes the command has been asked once by that.
    if (this.options.isApproved || effectivePolicy(policy, risk) !== 'ask') return undefined
    const why = this.policies.isAskedByLoss(server, name, tool)
      ? 'what you had set about calls cannot be read any more.'
      : policy === 'ask'
        ? 'you have set that you are asked each time.'
        : `the risk is high. ${risk.reasons.join(' ')}`
    return { by: 'policy', why: `${why} To approve of this call, add --approve.` }
  }
}

function changed(what: string): Refusal {
  const next = 'Call it in the app, which shows what has changed.'
  return { by: 'change', why: `${what} since you last approved of it. ${next}` }
}
