/** What the window may ask about what servers ask of the person. */
import type { ConsentDesk } from '../../core/consent/consent-desk'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { SystemDialogs } from './config-handlers'

export type InboxRoute = Extract<
  keyof IpcHandlers,
  `inbox.${string}` | `grants.${string}` | `policies.${string}` | `roots.${string}`
>

export function inboxHandlers(
  consent: ConsentDesk,
  dialogs: Pick<SystemDialogs, 'chooseFolder'>
): Pick<IpcHandlers, InboxRoute> {
  const { inbox, guard, grants, roots } = consent
  return {
    'inbox.list': async () => inbox.state(),
    'inbox.item': async ({ id }) => guard.show(id),
    'inbox.seeEnd': async ({ id }) => guard.seeEnd(id),
    'inbox.answer': async ({ id, answer }) => guard.answer(id, answer),
    'inbox.withdraw': async ({ id }) => inbox.withdraw(id),
    'inbox.denyAll': async ({ serverId }) => inbox.denyAll(serverId),
    'inbox.pause': async ({ serverId, isPaused }) => consent.pause(serverId, isPaused),

    'grants.list': async () => grants.list(),
    'grants.revoke': async ({ ids }) => consent.revoke(ids),

    'policies.list': async () => consent.policyList(),
    'policies.forgetLoss': async () => consent.forgetLoss(),
    'policies.ofTool': async ({ serverId, tool }) => consent.policyOf(serverId, tool),
    'policies.set': async ({ serverId, tool, policy }) => consent.setPolicy(serverId, tool, policy),

    'roots.list': async ({ serverId }) => roots.report(serverId),
    'roots.choose': async ({ serverId, owner, itemId }) => {
      roots.report(serverId)
      const folder = await dialogs.chooseFolder()
      // Nobody shares something by an answer that comes too late.
      if (itemId !== undefined) inbox.item(itemId)
      if (folder !== undefined) roots.add(serverId, owner, folder)
      return folder !== undefined
    },
    'roots.shareAgain': async ({ serverId }) => roots.shareAgain(serverId),
    'roots.askAgain': async ({ serverId }) => roots.askAgain(serverId),
    'roots.shareProject': async ({ serverId }) => roots.shareProject(serverId),
    'roots.remove': async ({ serverId, owner, folder }) => roots.remove(serverId, owner, folder)
  }
}
