/** What the window may ask about things that are kept in the profile, and about what is in answers. */
import type { Bodies } from '../../core/body/bodies'
import type { History } from '../../core/ledger/history'
import { readIcon } from '../../core/http/icons'
import type { KeptDrafts } from '../../core/profile/kept-drafts'
import { savedName } from '../../core/text/saved-name'
import type { ServerDesk } from '../../core/desk/server-desk'
import type { Watches } from '../../core/watch/watches'
import type { Workbench } from '../../core/workbench/workbench'
import type { CallCount, CallSpec } from '../../shared/calls/call-contract'
import type { ServerId } from '../../shared/protocol/ids'
import type { OpenedList } from '../../shared/traffic/list'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { OpenViews } from '../records/open-views'
import type { SystemDialogs } from './config-handlers'

export type ProfileRoute = Extract<
  keyof IpcHandlers,
  | `history.${string}`
  | `arguments.${string}`
  | `body.${string}`
  | `snippet.${string}`
  | `watch.${string}`
  | `icon.${string}`
  | `link.${string}`
>

/** What of the profile is behind these requests. */
export type ProfileServices = {
  /** Of Patchbay. */
  readonly version: string
  readonly history: History
  /** Lists of calls that the window looks at. */
  readonly callViews: OpenViews<CallSpec, OpenedList<CallCount>>
  readonly drafts: KeptDrafts
  readonly bodies: Bodies
  readonly watches: Watches
  /** Asks the person first. */
  readonly openLink: (url: string) => Promise<void>
}

export type ProfileParts = ProfileServices & {
  readonly workbench: Workbench
  readonly desk: ServerDesk
  readonly dialogs: SystemDialogs
  /** Of a tool, whether the command line calls it only with the person's word. */
  readonly needsApproval: (serverId: ServerId, tool: string) => boolean
  /** The profile, where it is not the usual one. */
  readonly namedProfile?: string
}

export function profileHandlers(parts: ProfileParts): Pick<IpcHandlers, ProfileRoute> {
  const { workbench, desk, dialogs, history, callViews, drafts, bodies, watches } = parts
  return {
    'history.open': (spec) => callViews.add(spec),
    'history.close': ({ viewId }) => callViews.close(viewId),
    'history.rows': ({ viewId, ...window }) => history.rows(viewId, window),
    'history.change': ({ callId, isPinned, name }) => history.change(callId, { isPinned, name }),
    'history.remove': async ({ callId }) => {
      const { what, undo } = await history.remove(callId)
      return desk.editing.remember(what, undo)
    },
    'history.clear': async ({ serverId, tool }) => {
      const { what, undo } = await history.clear(serverId, tool)
      return desk.editing.remember(what, undo)
    },

    'arguments.list': () => drafts.list(),
    'arguments.keep': ({ key, text }) => drafts.keep(key, text),

    'body.outline': ({ ref, pointer, from }) => bodies.outline(ref, pointer, from),
    'body.text': ({ ref, pointer, from, length, isCompact }) =>
      bodies.text(ref, pointer, from, length, isCompact === true ? 0 : undefined),
    'body.find': ({ ref, scope, text, index }) => bodies.find(ref, scope, text, index),
    'body.save': async ({ ref, pointer, form, suggestedName }) => {
      const content = await bodies.content(ref, pointer, form)
      return (await dialogs.saveFile(savedName(suggestedName), content)) ?? null
    },

    'snippet.make': async ({ serverId, format, tool, arguments: args, meta, timeoutMs }) => {
      const { makeSnippet } = await import('../../core/snippets/snippet')
      const { state, catalogue } = workbench.report(serverId)
      const { project } = desk.scopes
      return makeSnippet(format, {
        definition: workbench.server(serverId),
        state,
        version: parts.version,
        ...(project && { projectFolder: project.folder }),
        ...(parts.namedProfile !== undefined && { profile: parts.namedProfile }),
        inputSchema: catalogue.tools.find(({ name }) => name === tool)?.['inputSchema'],
        tool,
        arguments: args,
        ...(meta && { meta }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        needsApproval: parts.needsApproval(serverId, tool)
      })
    },

    'watch.list': () => watches.look(),
    'watch.set': async ({ serverId, suggestion }) => watches.set(serverId, suggestion),
    'watch.choose': async ({ serverId, kind }) => {
      const path = kind === 'file' ? await dialogs.chooseFile('any') : await dialogs.chooseFolder()
      if (path !== undefined) watches.watch(serverId, { kind, path })
    },
    'watch.rerun': async ({ serverId, isRerunning }) => watches.setRerunning(serverId, isRerunning),

    'icon.read': async ({ serverId, src }) => {
      const definition = workbench.server(serverId)
      const opened = desk.registry.openedAs(serverId)
      const network = workbench.networks.of(opened ?? definition)
      return (await readIcon(src, definition, network)) ?? null
    },
    'link.open': ({ url }) => parts.openLink(url)
  }
}
