/** What the window may ask of the authorization debugger. Where it leads is decided in main. */
import type { AuthDebugger } from '../../core/auth-debugger/auth-debugger'
import type { ServerDesk } from '../../core/desk/server-desk'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerId } from '../../shared/protocol/ids'
import { isDebuggable, type AuthDebugWish } from '../../shared/sign-in/auth-debug'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { ServerDefinition } from '../../shared/servers/server-config'

export type AuthDebugRoute = Extract<keyof IpcHandlers, `authDebug.${string}`>

const LONGEST_ID = 300

export function authDebugHandlers(
  debug: AuthDebugger,
  { registry, editing }: Pick<ServerDesk, 'registry' | 'editing'>
): Pick<IpcHandlers, AuthDebugRoute> {
  /** Nothing is asked of an address before the person has said so in a window of main's own. */
  const unsaved = async (url: string): Promise<ServerDefinition> => {
    const address = isDebuggable(url) ? URL.parse(url) : null
    if (!address) {
      const message = `${url} is not an address that begins with https://, http://, wss://, ws://, unix:// or pipe://.`
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    const name = address.host === '' ? address.pathname : address.host
    const draft = { name, scope: 'user' as const, text: JSON.stringify({ url }) }
    const definition = await registry.resolveDraft(editing.candidate(draft))
    const id = ServerId.parse(`address:${address.href.slice(0, LONGEST_ID)}`)
    return { ...definition, id, name }
  }
  return {
    'authDebug.list': async () => debug.reports(),
    'authDebug.start': async ({ target, wish: { isStepwise, mistake, ...rest } }) => {
      const wish: AuthDebugWish = {
        ...rest,
        ...(isStepwise !== undefined && { isStepwise }),
        ...(mistake !== undefined && { mistake })
      }
      if ('url' in target) return debug.start(await unsaved(target.url), false, wish)
      return debug.start(await registry.resolve(target.serverId), true, wish)
    },
    'authDebug.stop': ({ runId }) => debug.stop(runId),
    'authDebug.send': async ({ runId, pauseId, edits }) => debug.send(runId, pauseId, edits),
    'authDebug.pageFailed': async ({ runId }) => debug.reportPageFailure(runId),
    'authDebug.keep': ({ runId }) => debug.keep(runId)
  }
}
