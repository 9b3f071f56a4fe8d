/** What the window may ask about signing in to servers. */
import { clientDocument } from '../../core/auth/client-identity'
import type { ServerDesk } from '../../core/desk/server-desk'
import type { ServerId } from '../../shared/protocol/ids'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { SignInDesk } from '../profile/sign-in-desk'
import type { SystemDialogs } from './config-handlers'

export type SignInRoute = Extract<keyof IpcHandlers, `signIn.${string}`>

export function signInHandlers(
  signIn: SignInDesk,
  desk: Pick<ServerDesk, 'editing' | 'registry'>,
  dialogs: Pick<SystemDialogs, 'copy'>
): Pick<IpcHandlers, SignInRoute> {
  const listed = (): readonly ServerId[] => desk.registry.summaries().map(({ id }) => id)
  return {
    'signIn.list': async () => signIn.reports(),
    'signIn.start': ({ serverId }) => signIn.start(serverId),
    'signIn.cancel': async ({ serverId }) => signIn.cancel(serverId),
    'signIn.dismiss': async ({ serverId }) => signIn.dismiss(serverId),
    'signIn.openPage': ({ serverId }) => signIn.openAgain(serverId),
    'signIn.copyPage': ({ serverId }) => dialogs.copy(signIn.page(serverId)),
    'signIn.refresh': ({ serverId }) => signIn.refresh(serverId),
    'signIn.signOut': ({ serverId }) => signIn.signOut(serverId),
    'signIn.clear': async ({ serverId }) => {
      const putBack = await signIn.clear(serverId)
      return desk.editing.remember('The sign-in was cleared.', putBack)
    },
    'signIn.others': () => signIn.others(listed()),
    'signIn.clearOther': async ({ key }) => {
      const putBack = await signIn.clearOther(key, listed())
      return desk.editing.remember('The sign-in was cleared.', putBack)
    },
    'signIn.clientDocument': async (wanted) =>
      'serverId' in wanted ? signIn.documentOf(wanted.serverId) : clientDocument(wanted)
  }
}
