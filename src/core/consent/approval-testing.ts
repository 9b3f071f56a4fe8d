/** For tests: a server that is open, whose tools are called only when they may be. */
import type { Tool } from '../../shared/calls/catalogue'
import type { CallOrigin, Policy } from '../../shared/question/inbox'
import type { SheetAnswer } from '../../shared/question/records'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { FAULTY, faultServer, hurriedClock, useFaultBenches } from '../workbench/fault-testing'
import { Approvals } from './approvals'
import { ApprovedThings } from './approved-things'
import { somePerson } from './consent-testing'
import { Policies } from './policies'

export const YES = { kind: 'approval', isApproved: true } as const satisfies SheetAnswer
/** By which a person, and so anybody, may speak of the server as well as by its id. */
export const NAME = 'the faulty one'
export const NO = { kind: 'approval', isApproved: false } as const satisfies SheetAnswer

export function useApprovals() {
  const { bench, folder } = useFaultBenches()
  async function open(mode = 'plain', argument?: string) {
    const person = somePerson({ clock: hurriedClock })
    const servers = [{ ...faultServer(mode, argument), name: NAME }]
    const faulty = bench(mode, argument, {}, { inputs: person.inputs, servers })
    const policies = new Policies({
      clock: hurriedClock,
      onLoss: () => undefined,
      complain: () => undefined
    })
    const approved = new ApprovedThings({ clock: hurriedClock })
    const approvals = new Approvals({
      inbox: person.inbox,
      policies,
      audit: {
        intend: async () => () => undefined,
        note: (record) => void person.records.push(record)
      },
      approved,
      workbench: () => faulty.workbench
    })
    faulty.workbench.onSession(({ serverId }) => approvals.look(serverId))
    await faulty.open()
    const call = async (origin: CallOrigin, tool: string): Promise<unknown> => {
      const { done } = await approvals.caller(origin).startCall(FAULTY, tool, { text: 'hi' })
      return (await done).outcome?.kind
    }
    const sent = (): number =>
      faulty.entries.filter(({ kind, method }) => kind === 'request' && method === 'tools/call')
        .length
    const toolOf = (tool: string): Tool | undefined =>
      faulty.workbench.report(FAULTY).catalogue.tools.find(({ name }) => name === tool)
    const server = (): ServerDefinition => faulty.workbench.server(FAULTY)
    const set = (tool: string, policy: Policy): void =>
      policies.set(server(), tool, toolOf(tool), policy)
    const policyOf = (tool: string): Policy | undefined => policies.of(server(), tool, toolOf(tool))
    const relist = (): Promise<void> => faulty.workbench.list(FAULTY, { isForced: true })
    return { person, faulty, policies, set, policyOf, approvals, approved, call, sent, relist }
  }

  return { open, folder }
}
