/**
 * Whether a call may be made from the command line. Typing a command is an act of your own, as a click
 * is, so risk alone refuses nothing, unless approval by risk is chosen because an agent types it.
 * Nobody can be asked here: what the app would ask about needs --approve.
 */
import { join } from 'node:path'
import { argumentsHash } from '../../core/values/arguments-hash'
import type { Auditing } from '../../core/audit/auditing'
import { catalogueFiles } from '../../core/catalogue/catalogue-files'
import { systemClock } from '../../core/time/clock'
import { originOf, rulingOn } from '../../core/consent/approval-rules'
import { ApprovedThings, withLostThings } from '../../core/consent/approved-things'
import { Policies } from '../../core/consent/policies'
import type { Workbench } from '../../core/workbench/workbench'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { JsonObject } from '../../shared/json/json'
import type { CommandLineApproval } from '../../shared/ipc/preferences'

export type CallApprovalOptions = {
  readonly profile: string
  /** The command says --approve. */
  readonly isApproved: boolean
  readonly approval: CommandLineApproval
  readonly audit: Pick<Auditing, 'note'>
  readonly onNotice: (message: string) => void
}

type Refusal = {
  /** Whole sentences. */
  readonly why: string
  readonly by: 'policy' | 'change'
}

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
    const storage = catalogueFiles(join(profile, 'approved'), {
      complain: onNotice,
      isReader: true,
      repaired: withLostThings,
      onLoss: ({ message }) => onNotice(message)
    })
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
    if (refusal) throw new NotApproved(`${name} was not called. ${refusal.why}`)
  }

  private refusalOf(workbench: Workbench, serverId: ServerId, name: string): Refusal | undefined {
    const { catalogue, state } = workbench.report(serverId)
    const tool = catalogue.tools.find((listed) => listed.name === name)
    const { ruling, risk } = rulingOn(
      { policies: this.policies, approved: this.approved },
      {
        origin: originOf(this.options.approval),
        server: workbench.server(serverId),
        name,
        tool,
        instructions: state.phase === 'ready' ? state.instructions : undefined
      }
    )
    if (ruling.kind === 'go') return undefined
    if (ruling.kind === 'deny') {
      return { by: 'policy', why: 'You have set that it may not be called.' }
    }
    if (ruling.cause === 'change') {
      return {
        by: 'change',
        why: `${ruling.why} Call it in the app, which shows what has changed.`
      }
    }
    // A typed command has asked once.
    if (this.options.isApproved || ruling.isOnce) return undefined
    const why =
      ruling.cause === 'risk' ? `Its risk is ${risk.level}. ${risk.reasons.join(' ')}` : ruling.why
    return { by: 'policy', why: `${why} To call it all the same, add --approve.` }
  }
}
