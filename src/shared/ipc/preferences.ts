import { HISTORY_LIMITS } from '../calls/history'
import type { ServerId } from '../protocol/ids'
import { NO_MODEL, SAMPLING_PER_MINUTE, type ModelEndpoint } from '../question/sampling'

export const TEXT_VIEWS = ['plain', 'markdown', 'tree'] as const
export type TextView = (typeof TEXT_VIEWS)[number]

/** The columns of the traffic list, in their order. */
export const TRAFFIC_COLUMNS = [
  'number',
  'time',
  'server',
  'origin',
  'kind',
  'subject',
  'id',
  'status',
  'took',
  'size',
  'violations'
] as const
export type TrafficColumn = (typeof TRAFFIC_COLUMNS)[number]

/** What the time of a row is counted from. */
export const TRAFFIC_TIMES = ['clock', 'previous', 'selected'] as const
export type TrafficTime = (typeof TRAFFIC_TIMES)[number]

/** How the traffic is listed. */
export type TrafficList = {
  /** A request and its answer are one row. */
  readonly isPaired: boolean
  /** Progress and logs of a call are folded under it. */
  readonly isFolded: boolean
  /** Hides automatic pings, probes and polls. */
  readonly hidesBackground: boolean
  readonly time: TrafficTime
  readonly hidden: readonly TrafficColumn[]
  /** In pixels, of those that the person has resized. */
  readonly widths: Readonly<Partial<Record<TrafficColumn, number>>>
}

/** A filter of the traffic list that the person has given a name. */
export type SavedFilter = { readonly name: string; readonly query: string }

export const SAVED_FILTERS = { most: 100, nameChars: 60, queryChars: 4_000 } as const

/** Whether a call that is typed on the command line counts as made by hand, or goes by its risk. */
export const COMMAND_LINE_APPROVALS = ['by-hand', 'by-risk'] as const
export type CommandLineApproval = (typeof COMMAND_LINE_APPROVALS)[number]

/** What the window remembers about itself. Of servers, only what the person wrote into a filter. */
export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark'
  readonly dock: 'bottom' | 'right' | 'hidden'
  /** Sizes of the panels, in percent, by the group they are in. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** How texts are shown, where that can be chosen. */
  readonly textView: TextView
  /** How structured content is shown: a table, where there is one. */
  readonly structuredView: 'tree' | 'table'
  /** How many calls of each tool are kept; none when it is 0. */
  readonly historyLimit: number
  /** How much traffic is kept, and for how long. */
  readonly trafficMegabytes: number
  readonly trafficDays: number
  readonly trafficList: TrafficList
  readonly trafficFilters: readonly SavedFilter[]
  /** Whether what is done for the person is written down before it is done. */
  readonly isAudited: boolean
  /** How much of the audit log is kept, and for how long. */
  readonly auditMegabytes: number
  readonly auditDays: number
  /** Where it is written once more, as a file a day; nowhere when it is empty. */
  readonly auditFolder: string
  /** The servers of whose text arguments only the beginning is kept. */
  readonly auditCutServers: readonly ServerId[]
  /** The servers for which you chose whether texts are cut, newest last. */
  readonly auditAskedServers: readonly ServerId[]
  readonly commandLineApproval: CommandLineApproval
  /** Which model is asked when the person wants one asked. */
  readonly samplingModel: ModelEndpoint
  /** How often a server may ask for the answer of a model. */
  readonly samplingPerMinute: number
  /** How servers are reached: `system`, `environment`, `none`, or the address of a proxy. */
  readonly proxy: string
  /** Where a file is written for each problem; nowhere when it is empty. */
  readonly problemFolder: string
  /** Those of the guarded settings whose value in the file could not be read. */
  readonly unread: readonly UnreadSetting[]
}

/**
 * They decide what is deleted and what is cut. While the value that you once chose cannot be read, nothing
 * is deleted and everything is cut, until you choose one again.
 */
export const GUARDED_SETTINGS = [
  'auditDays',
  'auditMegabytes',
  'auditCutServers',
  'trafficDays',
  'trafficMegabytes',
  'historyLimit'
] as const
export type GuardedSetting = (typeof GUARDED_SETTINGS)[number]

export type UnreadSetting = {
  readonly setting: GuardedSetting
  /** The file with the settings as it was when this one could not be read. */
  readonly copy: string
}

export function isUnread(
  { unread }: Pick<Preferences, 'unread'>,
  ...settings: readonly GuardedSetting[]
): boolean {
  return unread.some(({ setting }) => settings.includes(setting))
}

/** What a change makes of the settings. What is chosen again is known again. */
export function withChange(current: Preferences, change: Partial<Preferences>): Preferences {
  return {
    ...current,
    ...change,
    layouts: { ...current.layouts, ...change.layouts },
    unread: current.unread.filter(({ setting }) => change[setting] === undefined)
  }
}

export const ASKED_SERVERS_MOST = 1_000

/** Sets whether a server's texts are cut, and remembers that you chose. */
export function withCutChoice(
  { auditCutServers: cut, auditAskedServers: asked }: Preferences,
  serverId: ServerId,
  isCut: boolean
): Pick<Preferences, 'auditCutServers' | 'auditAskedServers'> {
  const others = cut.filter((id) => id !== serverId)
  const before = asked.filter((id) => id !== serverId)
  return {
    auditCutServers: isCut ? [...others, serverId] : others,
    auditAskedServers: [...before, serverId].slice(-ASKED_SERVERS_MOST)
  }
}

/** Whether you have not yet chosen if the texts of this server are cut. */
export function isCutUndecided(preferences: Preferences, serverId: ServerId): boolean {
  const { isAudited, auditCutServers: cut, auditAskedServers: asked } = preferences
  if (!isAudited || isUnread(preferences, 'auditCutServers')) return false
  return !cut.includes(serverId) && !asked.includes(serverId)
}

export const AUDIT_MEGABYTES = { least: 16, most: 100_000, usual: 1_024 } as const
export const AUDIT_DAYS = { least: 1, most: 36_500, usual: 365 } as const
export const TRAFFIC_MEGABYTES = { least: 64, most: 100_000, usual: 2_048 } as const
export const TRAFFIC_DAYS = { least: 1, most: 3_650, usual: 30 } as const

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  dock: 'bottom',
  layouts: {},
  textView: 'plain',
  structuredView: 'tree',
  historyLimit: HISTORY_LIMITS.usual,
  trafficMegabytes: TRAFFIC_MEGABYTES.usual,
  trafficDays: TRAFFIC_DAYS.usual,
  trafficList: {
    isPaired: false,
    isFolded: false,
    hidesBackground: true,
    time: 'clock',
    hidden: [],
    widths: {}
  },
  trafficFilters: [],
  isAudited: true,
  auditMegabytes: AUDIT_MEGABYTES.usual,
  auditDays: AUDIT_DAYS.usual,
  auditFolder: '',
  auditCutServers: [],
  auditAskedServers: [],
  commandLineApproval: 'by-hand',
  samplingModel: NO_MODEL,
  samplingPerMinute: SAMPLING_PER_MINUTE.usual,
  proxy: 'system',
  problemFolder: '',
  unread: []
}
