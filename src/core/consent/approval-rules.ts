/** When a call may be made, by what the person has set, by who makes it and by what the tool is now. */
import type { Tool } from '../../shared/calls/catalogue'
import type { CallOrigin, Policy, Risk } from '../../shared/question/inbox'
import type { CommandLineApproval } from '../../shared/ipc/preferences'
import { riskOfTool } from '../../shared/question/risk'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { ApprovedThings, Change } from './approved-things'
import { DEFAULT_POLICIES, type Policies } from './policies'

export type Circumstances = {
  readonly origin: CallOrigin
  readonly risk: Risk
  /** As the person has set it. */
  readonly policy: Policy | undefined
  /** What they had set cannot be read any more. */
  readonly isLost?: boolean
  readonly isToolChanged: boolean
  readonly isServerChanged: boolean
}

export type Ruling =
  | { readonly kind: 'go' }
  | { readonly kind: 'deny' }
  | {
      readonly kind: 'ask'
      /** A whole sentence. */
      readonly why: string
      /** `change`: the tool or its server is no longer what was approved. */
      readonly cause: 'change' | 'policy' | 'risk'
      /** Need not be asked again in this run. */
      readonly isOnce: boolean
    }

/** Whose call it is when it is typed on the command line. */
export function originOf(approval: CommandLineApproval): CallOrigin {
  return approval === 'by-risk' ? 'program' : 'person'
}

/** What holds for a call that nobody makes by hand. */
function effectivePolicy(policy: Policy | undefined, { level }: Risk): Policy {
  return policy ?? DEFAULT_POLICIES[level]
}

const SET_WHY = 'You have set that you are asked each time.'
export const LOST_WHY = 'What you had set about calls cannot be read any more.'

export function ruleOn(circumstances: Circumstances): Ruling {
  const { origin, risk, policy, isLost = false, isToolChanged, isServerChanged } = circumstances
  if (policy === 'deny') return { kind: 'deny' }
  if (isToolChanged) {
    const why = 'Its definition has changed since you last approved of it. Look at it first.'
    return { kind: 'ask', why, cause: 'change', isOnce: false }
  }
  if (isServerChanged) {
    const why =
      'What its server tells models about itself has changed since you last approved of it. Look at it first.'
    return { kind: 'ask', why, cause: 'change', isOnce: false }
  }
  if (policy === 'ask') {
    return { kind: 'ask', why: isLost ? LOST_WHY : SET_WHY, cause: 'policy', isOnce: false }
  }
  if (origin === 'person') return { kind: 'go' }
  const effective = effectivePolicy(policy, risk)
  if (effective === 'allow') return { kind: 'go' }
  const why = `It is made without being filled in by hand, and its risk is ${risk.level}.`
  const cause = policy === undefined ? 'risk' : 'policy'
  return { kind: 'ask', why, cause, isOnce: effective === 'once' }
}

/** What has changed since the person last approved of it. */
export type Changes = { readonly change?: Change; readonly serverChange?: Change }

/** A call of a tool of an open server, as it would be made now. */
export type CallNow = {
  readonly origin: CallOrigin
  readonly server: ServerDefinition
  readonly name: string
  /** As its server lists it. */
  readonly tool: Tool | undefined
  readonly instructions: string | undefined
}

/** By everything that is kept about approvals, in the app and on the command line. */
export function rulingOn(
  kept: { readonly policies: Policies; readonly approved: ApprovedThings },
  { origin, server, name, tool, instructions }: CallNow
): Changes & { readonly ruling: Ruling; readonly risk: Risk } {
  const { policies, approved } = kept
  const change = tool && approved.toolChange(server.id, tool)
  const serverChange = approved.instructionsChange(server.id, instructions)
  const risk = riskOfTool(tool)
  const ruling = ruleOn({
    origin,
    risk,
    policy: policies.of(server, name, tool),
    isLost: policies.isAskedByLoss(server, name, tool),
    isToolChanged: change !== undefined,
    isServerChanged: serverChange !== undefined
  })
  return { ruling, risk, ...(change && { change }), ...(serverChange && { serverChange }) }
}
