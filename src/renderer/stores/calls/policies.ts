/** What the person has set about calls, of tools and of whole servers. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { Policy, PolicyList, PolicyRecord } from '../../../shared/question/inbox'

/** Nothing is known at first. */
export const usePolicies = create<Partial<PolicyList>>()(() => ({}))

export function setPolicies(list: PolicyList): void {
  usePolicies.setState(list)
}

/** What main had when it was asked; what it has told since is newer. */
export function startPolicies(list: PolicyList): void {
  usePolicies.setState((view) => (view.records ? view : list))
}

/** By the name of each tool that has one of its own which holds, and for all others. */
export type ServerPolicies = {
  readonly ofTools: ReadonlyMap<string, Policy>
  readonly ofOthers: Policy | undefined
}

export function policiesOf(
  records: readonly PolicyRecord[] | undefined,
  serverId: ServerId
): ServerPolicies {
  const own = (records ?? []).filter((record) => record.serverId === serverId && !record.isOver)
  return {
    ofTools: new Map(
      own.flatMap(({ tool, policy }) => (tool === undefined ? [] : [[tool, policy]]))
    ),
    ofOthers: own.find(({ tool }) => tool === undefined)?.policy
  }
}

/** Undefined where only its risk counts. */
export function policyFor({ ofTools, ofOthers }: ServerPolicies, tool: string): Policy | undefined {
  return ofTools.get(tool) ?? ofOthers
}
