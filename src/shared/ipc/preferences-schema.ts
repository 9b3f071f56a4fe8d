import { z } from 'zod'
import { HISTORY_LIMITS } from '../calls/history'
import { ServerId } from '../protocol/ids'
import {
  ASKED_SERVERS_MOST,
  AUDIT_DAYS,
  AUDIT_MEGABYTES,
  COMMAND_LINE_APPROVALS,
  DEFAULT_PREFERENCES,
  GUARDED_SETTINGS,
  SAVED_FILTERS,
  TEXT_VIEWS,
  TRAFFIC_COLUMNS,
  TRAFFIC_DAYS,
  TRAFFIC_MEGABYTES,
  TRAFFIC_TIMES,
  type Preferences
} from './preferences'
import { SAMPLING_PER_MINUTE } from '../question/sampling'
import { ModelEndpointSchema } from './sampling-contract'

const Layout = z.record(z.string().max(100), z.number().min(0).max(100))

/** Loose, as all that is written back: what a newer version has set inside stays as it is. */
const TrafficList = z.looseObject({
  isPaired: z.boolean(),
  isFolded: z.boolean(),
  hidesBackground: z.boolean().default(true),
  time: z.enum(TRAFFIC_TIMES),
  hidden: z.array(z.enum(TRAFFIC_COLUMNS)).max(TRAFFIC_COLUMNS.length).readonly(),
  widths: z.partialRecord(z.enum(TRAFFIC_COLUMNS), z.number().min(8).max(4_000)).readonly()
})

const SavedFilter = z.looseObject({
  name: z.string().min(1).max(SAVED_FILTERS.nameChars),
  query: z.string().min(1).max(SAVED_FILTERS.queryChars)
})

function within({ least, most }: { readonly least: number; readonly most: number }) {
  return z.number().int().min(least).max(most)
}

export const PreferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  dock: z.enum(['bottom', 'right', 'hidden']),
  layouts: z.record(z.string().max(100), Layout),
  textView: z.enum(TEXT_VIEWS),
  structuredView: z.enum(['tree', 'table']),
  historyLimit: within(HISTORY_LIMITS),
  trafficMegabytes: within(TRAFFIC_MEGABYTES),
  trafficDays: within(TRAFFIC_DAYS),
  trafficList: TrafficList,
  trafficFilters: z.array(SavedFilter).max(SAVED_FILTERS.most).readonly(),
  isAudited: z.boolean(),
  auditMegabytes: within(AUDIT_MEGABYTES),
  auditDays: within(AUDIT_DAYS),
  auditFolder: z.string().max(4_096),
  auditCutServers: z.array(ServerId).max(1_000).readonly(),
  auditAskedServers: z.array(ServerId).max(ASKED_SERVERS_MOST).readonly(),
  commandLineApproval: z.enum(COMMAND_LINE_APPROVALS),
  samplingModel: ModelEndpointSchema.loose(),
  samplingPerMinute: within(SAMPLING_PER_MINUTE),
  proxy: z.string().max(2_000),
  problemFolder: z.string().max(4_096),
  unread: z.array(z.looseObject({ setting: z.enum(GUARDED_SETTINGS), copy: z.string() })).readonly()
}) satisfies z.ZodType<Preferences>

const { shape } = PreferencesSchema

/**
 * As they stand in the file, which may be older than some of them. Of the guarded ones it must be known
 * whether they are there, so they have no defaults here. A change has none either.
 */
export const StoredPreferences = PreferencesSchema.extend({
  theme: shape.theme.default(DEFAULT_PREFERENCES.theme),
  dock: shape.dock.default(DEFAULT_PREFERENCES.dock),
  layouts: shape.layouts.default({}),
  textView: shape.textView.default(DEFAULT_PREFERENCES.textView),
  structuredView: shape.structuredView.default(DEFAULT_PREFERENCES.structuredView),
  historyLimit: shape.historyLimit.exactOptional(),
  trafficMegabytes: shape.trafficMegabytes.exactOptional(),
  trafficDays: shape.trafficDays.exactOptional(),
  trafficList: shape.trafficList.default(DEFAULT_PREFERENCES.trafficList),
  trafficFilters: shape.trafficFilters.default(DEFAULT_PREFERENCES.trafficFilters),
  isAudited: shape.isAudited.default(DEFAULT_PREFERENCES.isAudited),
  auditMegabytes: shape.auditMegabytes.exactOptional(),
  auditDays: shape.auditDays.exactOptional(),
  auditFolder: shape.auditFolder.default(DEFAULT_PREFERENCES.auditFolder),
  auditCutServers: shape.auditCutServers.exactOptional(),
  auditAskedServers: shape.auditAskedServers.default(DEFAULT_PREFERENCES.auditAskedServers),
  commandLineApproval: shape.commandLineApproval.default(DEFAULT_PREFERENCES.commandLineApproval),
  samplingModel: shape.samplingModel.default(DEFAULT_PREFERENCES.samplingModel),
  samplingPerMinute: shape.samplingPerMinute.default(DEFAULT_PREFERENCES.samplingPerMinute),
  proxy: shape.proxy.default(DEFAULT_PREFERENCES.proxy),
  problemFolder: shape.problemFolder.default(DEFAULT_PREFERENCES.problemFolder),
  unread: shape.unread.exactOptional()
})
export type StoredPreferences = z.infer<typeof StoredPreferences>

/**
 * Where something is written or sent to is chosen in a window of main's, and not by this one. What could
 * not be read is known to main alone.
 */
export const ChangedPreferences = PreferencesSchema.omit({
  unread: true,
  auditFolder: true,
  samplingModel: true,
  proxy: true,
  problemFolder: true
}).partial()
