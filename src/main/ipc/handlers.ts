import { shownAddress } from '../../core/transport/shown-address'
import type { Workbench } from '../../core/workbench'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { AppDescription, IpcHandlers } from '../../shared/ipc-contract'
import type { ServerDefinition, ServerSummary } from '../../shared/server-config'
import type { PreferencesHolder } from '../preferences'

export type HandlerContext = {
  readonly workbench: Workbench
  readonly describe: () => AppDescription
  readonly onPainted: () => void
  readonly preferences: PreferencesHolder
}

export function ipcHandlers(context: HandlerContext): IpcHandlers {
  const { workbench, preferences } = context
  return {
    'app.describe': async () => context.describe(),
    'app.painted': async () => context.onPainted(),

    'servers.list': async () => workbench.servers().map(summaryOf),

    'sessions.list': async () => workbench.reports(),
    'session.open': ({ serverId }) => workbench.open(serverId),
    'session.close': ({ serverId }) => workbench.close(serverId),
    'session.restart': ({ serverId }) => workbench.restart(serverId),

    'catalogue.refresh': async ({ serverId, isForced }) => {
      // Listing opens a server; whoever only wants fresh lists must not undo that it was closed.
      if (workbench.report(serverId).state.phase !== 'ready') {
        const { name } = workbench.server(serverId)
        throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
      }
      await workbench.list(serverId, { isForced })
    },

    'calls.list': async () => workbench.calls(),
    'call.start': async ({ serverId, tool, arguments: args }) => {
      const { call } = await workbench.startCall(serverId, tool, args)
      return call
    },
    'call.cancel': async ({ callId }) => workbench.cancelCall(callId),

    'traffic.tail': async ({ count }) => workbench.log.tail(count),
    'traffic.raw': async ({ seq, limit }) => {
      const raw = workbench.log.raw(seq)
      if (raw !== undefined) return { text: raw.slice(0, limit), totalChars: raw.length }
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, `Frame ${seq} is no longer kept.`)
    },

    'problems.list': async () => workbench.problems(),
    'problem.dismiss': async ({ id }) => workbench.dismissProblem(id),

    'preferences.get': async () => preferences.get(),
    'preferences.set': async (change) => preferences.change(withoutUndefined(change))
  }
}

/** Values of variables, headers and queries may be secrets, so only their names leave main. */
function summaryOf(definition: ServerDefinition): ServerSummary {
  const { id, name, scope, description } = definition
  const known = { id, name, scope, ...(description !== undefined && { description }) }
  if (definition.transport === 'stdio') {
    const { transport, command, args, env } = definition
    return { ...known, transport, command, args, envNames: Object.keys(env) }
  }
  const { transport, url, headers } = definition
  return { ...known, transport, url: shownAddress(url), headerNames: Object.keys(headers) }
}

function withoutUndefined<T extends object>(
  change: T
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
