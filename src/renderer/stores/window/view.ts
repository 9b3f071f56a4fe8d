/** Where the person is. Kept per server, so that coming back is coming back to the same place. */
import { create } from 'zustand'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { AppDescription } from '../../../shared/ipc/ipc-contract'
import type { WritableScope } from '../../../shared/servers/server-config'

export type Page =
  'workspace' | 'inbox' | 'audit' | 'settings' | 'editor' | 'import' | 'authorization'
export type WorkspaceTab = 'tools' | 'resources' | 'prompts' | 'logs' | 'info'

/** What the editor of definitions works on: a server that is there, or a new one. */
export type Editing = {
  readonly serverId?: ServerId
  readonly scope: WritableScope
  /** How it is shown first. */
  readonly mode: EditorMode
  /** Tells one opening of the editor from the next. */
  readonly time: number
}

export type Debugging = { readonly serverId?: ServerId; readonly url?: string }

export type EditorMode = 'form' | 'json'

export type Place = {
  readonly tab: WorkspaceTab
  readonly tool?: string
  readonly toolFilter: string
  /** The call whose outcome is shown, by tool; the newest one when there is none. */
  readonly calls: Readonly<Record<string, CallId>>
  /** The URI of the resource that is shown, whether it is listed or not. */
  readonly resource?: string | undefined
  /** The template that is filled in, as the server wrote it; then no resource is shown. */
  readonly template?: string | undefined
  readonly resourceFilter: string
  readonly prompt?: string | undefined
  readonly promptFilter: string
}

type ViewState = {
  readonly page: Page
  readonly serverId?: ServerId
  readonly places: Readonly<Record<string, Place>>
  readonly editing?: Editing
  /** Whose authorization is debugged: a server, or an address that is not saved. */
  readonly debugging?: Debugging
  /** The server whose name is being changed in the list. */
  readonly renamingId?: ServerId | undefined
  readonly selectedSeq?: number | undefined
  readonly isPaletteOpen: boolean
  /** The traffic is shown even on pages that leave no room for it by themselves. */
  readonly isTrafficWanted: boolean
  /** The person was led to the arguments of a tool, and the cursor is not there yet. */
  readonly isArgumentsWanted: boolean
  readonly app?: AppDescription
}

const NEW_PLACE: Place = {
  tab: 'tools',
  toolFilter: '',
  calls: {},
  resourceFilter: '',
  promptFilter: ''
}

export const useView = create<ViewState>()(() => ({
  page: 'workspace',
  places: {},
  isPaletteOpen: false,
  isTrafficWanted: false,
  isArgumentsWanted: false
}))

export function usePlace(serverId: ServerId): Place {
  return useView(({ places }) => places[serverId] ?? NEW_PLACE)
}

export function showPage(page: Page): void {
  useView.setState({ page, isArgumentsWanted: false })
}

/** Opens the editor: for a server, or for a new one in a scope. */
export function edit(
  what: { serverId: ServerId; scope: WritableScope } | { scope: WritableScope },
  mode: EditorMode = 'form'
): void {
  useView.setState({ page: 'editor', editing: { ...what, mode, time: performance.now() } })
}

/** Opens the page on which the authorization of a server is debugged. */
export function debugAuthorization(debugging: Debugging): void {
  useView.setState({ page: 'authorization', debugging, isArgumentsWanted: false })
}

export function renameInList(renamingId: ServerId | undefined): void {
  useView.setState({ renamingId })
}

export function selectServer(serverId: ServerId): void {
  useView.setState({ serverId, page: 'workspace', isArgumentsWanted: false })
}

type ChosenTool = { readonly serverId: ServerId; readonly tool?: string }

/** The tools that were chosen when the window was last open; what was chosen since is newer. */
export function startTools(chosen: readonly ChosenTool[]): void {
  useView.setState(({ places }) => {
    const before = chosen.flatMap(({ serverId, tool }) => {
      return tool === undefined ? [] : [[serverId, { ...NEW_PLACE, tool }] as const]
    })
    return { places: { ...Object.fromEntries(before), ...places } }
  })
}

/** Tells of every server and tool that you go to. */
export function onToolChosen(tell: (serverId: ServerId, tool: string | undefined) => void): void {
  useView.subscribe((now, before) => {
    const [chosen, last] = [now, before].map(({ serverId = '', places }) => places[serverId]?.tool)
    if (now.serverId !== undefined && (now.serverId !== before.serverId || chosen !== last)) {
      tell(now.serverId, chosen)
    }
  })
}

/** Whoever goes elsewhere no longer waits for the cursor where they were. */
export function goTo(serverId: ServerId, change: Partial<Place>): void {
  useView.setState(({ places }) => ({
    serverId,
    page: 'workspace',
    isArgumentsWanted: false,
    places: { ...places, [serverId]: withChange(places[serverId] ?? NEW_PLACE, change) }
  }))
}

/** A resource and a template are not shown at once: the one that is asked for is. */
function withChange(place: Place, change: Partial<Place>): Place {
  const isResource = change.resource !== undefined
  return {
    ...place,
    ...(isResource && { template: undefined }),
    ...(change.template !== undefined && { resource: undefined }),
    ...change
  }
}

export function showCall(serverId: ServerId, tool: string, callId: CallId): void {
  const place = useView.getState().places[serverId] ?? NEW_PLACE
  goTo(serverId, { calls: { ...place.calls, [tool]: callId } })
}

/** The call that is made last is shown, and each that is made after it. */
export function showNewestCall(serverId: ServerId, tool: string): void {
  const { calls } = useView.getState().places[serverId] ?? NEW_PLACE
  if (calls[tool] === undefined) return
  const { [tool]: _, ...others } = calls
  goTo(serverId, { calls: others })
}

/** Whoever looks at the outcome of a call sees that of the one which repeats it. Leads nowhere else. */
export function followCall(serverId: ServerId, before: CallId, after: CallId): void {
  useView.setState(({ places }) => {
    const place = places[serverId]
    if (!place) return {}
    const shown = Object.entries(place.calls).map(([tool, id]) => [
      tool,
      id === before ? after : id
    ])
    const calls = Object.fromEntries(shown) as Place['calls']
    return { places: { ...places, [serverId]: { ...place, calls } } }
  })
}

export function selectFrame(selectedSeq: number | undefined): void {
  useView.setState({ selectedSeq })
}

/** Puts the cursor where the arguments of the chosen tool are written. */
export function wantArguments(isArgumentsWanted = true): void {
  useView.setState({ isArgumentsWanted })
}

export function openPalette(isPaletteOpen: boolean): void {
  useView.setState({ isPaletteOpen })
}

export function setApp(app: AppDescription): void {
  useView.setState({ app })
}
