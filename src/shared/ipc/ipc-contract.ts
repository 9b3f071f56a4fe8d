/** Everything that crosses between the window and main. A new route is one line here and one handler. */
import { z } from 'zod'
import type { AuditGrowth, AuditStanding } from '../traffic/audit'
import { auditRequests } from './audit-contract'
import type { AuthDebugReport } from '../sign-in/auth-debug'
import { callRequests } from './calls-contract'
import { authDebugRequests } from './auth-debug-contract'
import { FIND_SCOPES, SAVED_FORMS, type Outline, type TextPart, type Found } from '../calls/body'
import { WantedCall, type CallChange, type CallGrowth } from '../calls/call-contract'
import { CallId, ServerId } from '../protocol/ids'
import { LIST_KINDS, type Catalogue } from '../calls/catalogue'
import type { CatalogueChange, CatalogueUpdate } from '../calls/catalogue-change'
import {
  CONFIG_FORMATS,
  type ConfigDescription,
  type DoctorReport,
  type Draft,
  type DraftReport,
  type ExportedText,
  type ImportReport,
  type Restoration,
  type SecretsDescription,
  type ServersChange,
  type TestReport,
  type TrustRecord,
  type Undo
} from '../servers/configuration'
import type {
  Completion,
  Exchange,
  ResourceReading,
  StaleContents,
  Subscription
} from '../calls/exchange'
import type { Grant, InboxState, PolicyList, RootsReport } from '../question/inbox'
import { inboxRequests } from './inbox-contract'
import { route, type Route } from './ipc-route'
import { REQUEST_LIMIT_CHARS } from './ipc-wire'
import type { JsonObject } from '../json/json'
import { LOG_LEVELS, type LogLevel } from '../protocol/log-level'
import type { MetricsReading, SeriesPoint } from '../traffic/metrics'
import type { PostMortem } from '../servers/post-mortem'
import type { Preferences } from './preferences'
import { ChangedPreferences } from './preferences-schema'
import type { Problem } from '../traffic/problem'
import { samplingRequests } from './sampling-contract'
import { LONGEST_SECRET_NAME } from '../text/secret-name'
import type { SignInReport } from '../sign-in/sign-in'
import { signInRequests } from './sign-in-contract'
import { WRITABLE_SCOPES, type ServerSummary } from '../servers/server-config'
import type { SessionState } from '../servers/session-state'
import { SNIPPET_FORMATS } from '../servers/snippet'
import { recording, trafficRequests } from './traffic-contract'
import type { RepeatedAnswer, TrafficCount, ViewGrowth } from '../traffic/traffic-row'
import type { WatchReport } from '../traffic/watch'

const onServer = z.strictObject({ serverId: ServerId })
const nothing = z.undefined()
/** Not checked in depth: the value comes from fromJson, and a walk would copy and change it. */
const DRAFT_LIMIT_CHARS = 1_000_000
const scope = z.enum(WRITABLE_SCOPES)
const path = z.string().min(1).max(4_096)
const secretName = z.string().min(1).max(LONGEST_SECRET_NAME)
const serverIds = z.array(ServerId).max(1_000)
const draft = z.strictObject({
  name: z.string().max(1_000),
  scope,
  text: z.string().max(DRAFT_LIMIT_CHARS),
  /** The server that is being edited; its hidden values are kept. */
  replaces: ServerId.optional(),
  /** What it was when the person began to edit it, so that nobody else's change gets lost. */
  base: z.string().max(DRAFT_LIMIT_CHARS).optional()
})
/** Literal values that may be secret are replaced by the names of variables. */
const exported = z.strictObject({ format: z.enum(CONFIG_FORMATS), serverIds })

const name = z.string().max(1_000)
const uri = z.string().min(1).max(20_000)
const texts = z.record(z.string().max(1_000), z.string().max(100_000))
/** Says which question this is, so that it can be called off, or replaced by the next of its kind. */
const key = z.string().max(2_000)
const pointer = z.string().max(10_000)
const bodyRef = z.union([
  z.strictObject({ seq: z.number().int().positive() }),
  z.strictObject({ callId: CallId }),
  z.strictObject({ callId: CallId, isSent: z.literal(true) })
])

export const ipcRequests = {
  'app.describe': route<AppDescription>()(nothing),
  'app.painted': route<void>()(nothing),
  /** The page has taken this event, and all before it. Asked for by the preload. */
  'events.taken': route<void>()(z.strictObject({ upTo: z.number().int().positive() })),

  'servers.list': route<readonly ServerSummary[]>()(nothing),
  /** Main asks the person, in a window of its own, about each of these that is not trusted. */
  'servers.trust': route<void>()(z.strictObject({ serverIds })),

  'config.describe': route<ConfigDescription>()(nothing),
  /** JSON Schema of one entry, for the editor. */
  'config.schema': route<JsonObject>()(nothing),
  'config.restorable': route<Restoration>()(z.strictObject({ scope })),
  /** Says where the broken file is. */
  'config.restore': route<{ readonly kept?: string }>()(
    z.strictObject({ scope, mark: z.string().max(100) })
  ),
  'config.show': route<void>()(z.strictObject({ scope })),
  'config.dismiss': route<void>()(z.strictObject({ id: z.number().int() })),
  'config.acceptRename': route<void>()(
    z.strictObject({ id: z.number().int(), from: z.string().max(1_000), to: z.string().max(1_000) })
  ),

  'draft.read': route<Draft>()(onServer),
  'draft.check': route<DraftReport>()(draft),
  'draft.test': route<TestReport>()(draft),
  'draft.endTest': route<void>()(z.strictObject({ id: z.number().int() })),
  'draft.save': route<ServerId>()(draft),

  'server.duplicate': route<ServerId>()(onServer),
  'server.rename': route<void>()(onServer.extend({ name: z.string().max(1_000) })),
  'server.disable': route<void>()(onServer.extend({ isDisabled: z.boolean() })),
  'server.remove': route<Undo>()(onServer),
  'server.move': route<void>()(onServer.extend({ by: z.number().int().min(-1_000).max(1_000) })),
  'server.copy': route<ServerId>()(onServer.extend({ scope })),
  /** Main asks for them in a window of its own, though they were given before. */
  'server.askValues': route<void>()(onServer),
  /** Main shows the certificate in a window of its own; a yes is written into the definition. */
  'server.trustCertificate': route<Undo>()(onServer),
  /** Main asks, in a window of its own, whether an address is to be the proxy. */
  'network.setProxy': route<Preferences>()(z.strictObject({ proxy: z.string().max(2_000) })),
  /** All that was removed in this run and can be put back, the oldest first. */
  'undo.list': route<readonly Undo[]>()(nothing),
  'undo.apply': route<void>()(z.strictObject({ token: z.number().int() })),

  'project.open': route<void>()(z.strictObject({ folder: path.optional() })),
  'project.close': route<void>()(nothing),
  'project.forget': route<void>()(z.strictObject({ folder: path })),

  'import.scan': route<ImportReport>()(z.strictObject({ scope })),
  'import.text': route<ImportReport>()(
    z.strictObject({ scope, text: z.string().max(DRAFT_LIMIT_CHARS) })
  ),
  /** Without a path the person chooses the file; undefined when they do not. */
  'import.file': route<ImportReport | null>()(z.strictObject({ scope, path: path.optional() })),
  'import.apply': route<readonly ServerId[]>()(
    z.strictObject({
      scope,
      /** Values that look like secrets become secrets. */
      hasSecrets: z.boolean(),
      servers: z.array(z.strictObject({ key: z.string().max(2_000), name: z.string().max(1_000) }))
    })
  ),
  /** For the eyes: without what may be secret. */
  'export.text': route<ExportedText>()(exported),
  /** Main puts it on the clipboard. */
  'export.copy': route<void>()(exported),
  /** The path that the person chose; null when they did not. */
  'export.save': route<string | null>()(exported.extend({ hasValues: z.boolean() })),

  'trust.list': route<readonly TrustRecord[]>()(nothing),
  'trust.revoke': route<void>()(z.strictObject({ hashes: z.array(z.string().max(100)) })),

  'secrets.list': route<SecretsDescription>()(nothing),
  /** Main asks for the value in a window of its own. */
  'secret.set': route<void>()(z.strictObject({ name: secretName })),
  'secret.remove': route<Undo>()(z.strictObject({ name: secretName })),

  'doctor.start': route<void>()(onServer),
  'doctor.stop': route<void>()(onServer),

  'sessions.list': route<readonly SessionReport[]>()(nothing),
  'session.open': route<void>()(onServer),
  'session.close': route<void>()(onServer),
  'session.restart': route<void>()(onServer),

  'catalogue.refresh': route<void>()(onServer.extend({ isForced: z.boolean() })),
  /** As it was when the person last saw it, as JSON; null when it was not there. */
  'catalogue.before': route<string | null>()(
    onServer.extend({ kind: z.enum(LIST_KINDS), key: uri })
  ),
  /** What has changed counts as seen: one thing, or all of them. */
  'catalogue.seen': route<void>()(
    onServer.extend({ kind: z.enum(LIST_KINDS).optional(), key: uri.optional() })
  ),

  ...callRequests,

  /** What the person has written and not sent, by a key that the window makes. */
  'arguments.list': route<readonly { readonly key: string; readonly text: string }[]>()(nothing),
  /** Without a text it is forgotten. */
  'arguments.keep': route<void>()(
    z.strictObject({ key, text: z.string().max(REQUEST_LIMIT_CHARS).optional() })
  ),

  'body.outline': route<Outline>()(
    z.strictObject({
      ref: bodyRef,
      pointer,
      /** Leaves out so many items or members of what is there. */
      from: z.number().int().min(0).optional()
    })
  ),
  'body.text': route<TextPart>()(
    z.strictObject({
      ref: bodyRef,
      pointer,
      from: z.number().int().min(0),
      length: z.number().int().min(1).max(500_000),
      /** Of what is no text, its JSON in one line. */
      isCompact: z.boolean().optional()
    })
  ),
  'body.find': route<Found>()(
    z.strictObject({
      ref: bodyRef,
      scope: z.enum(FIND_SCOPES),
      text: z.string().min(1).max(1_000),
      index: z.number().int().min(0)
    })
  ),
  /** The path that the person chose; null when they did not. */
  'body.save': route<string | null>()(
    z.strictObject({
      ref: bodyRef,
      pointer,
      form: z.enum(SAVED_FORMS),
      suggestedName: z.string().max(1_000)
    })
  ),

  'snippet.make': route<string>()(
    WantedCall.omit({ isForced: true }).extend({ format: z.enum(SNIPPET_FORMATS) })
  ),

  'resource.read': route<ResourceReading>()(
    onServer.extend({ uri, isForced: z.boolean(), key: key.optional() })
  ),
  'resource.subscribe': route<void>()(onServer.extend({ uri })),
  'resource.unsubscribe': route<void>()(onServer.extend({ uri })),
  'prompts.get': route<Exchange>()(
    onServer.extend({ name, arguments: texts, key: key.optional() })
  ),
  /** The next one with the same key takes the place of one that is not answered yet. */
  'completion.complete': route<Completion>()(
    onServer.extend({
      key,
      ref: z.union([
        z.strictObject({ type: z.literal('ref/prompt'), name }),
        z.strictObject({ type: z.literal('ref/resource'), uri })
      ]),
      argument: z.strictObject({ name, value: z.string().max(100_000) }),
      context: texts.optional()
    })
  ),
  'exchange.cancel': route<void>()(z.strictObject({ key })),

  /** Without a level the server decides. */
  'logs.setLevel': route<void>()(onServer.extend({ level: z.enum(LOG_LEVELS).optional() })),

  'watch.list': route<readonly WatchReport[]>()(nothing),
  /** By the place among the suggestions; without one, nothing is watched any more. */
  'watch.set': route<void>()(onServer.extend({ suggestion: z.number().int().min(0).optional() })),
  /** The person chooses in a dialog of the system. */
  'watch.choose': route<void>()(onServer.extend({ kind: z.enum(['file', 'folder']) })),
  'watch.rerun': route<void>()(onServer.extend({ isRerunning: z.boolean() })),

  'postMortem.dismiss': route<void>()(onServer),

  /** A picture as a data address; null when there is none that may be shown. */
  'icon.read': route<string | null>()(onServer.extend({ src: z.string().max(100_000) })),
  /** Main asks the person, and opens it in their browser if they want. */
  'link.open': route<void>()(z.strictObject({ url: z.string().max(REQUEST_LIMIT_CHARS) })),

  ...authDebugRequests,

  ...inboxRequests,
  ...samplingRequests,
  ...signInRequests,

  ...trafficRequests,
  ...auditRequests,

  /** Of what passes now, if no recording is named. */
  'metrics.read': route<MetricsReading>()(z.strictObject({ recording: recording.optional() })),
  /** Over time, of what one side asked, oldest first; of all methods, if none is named. */
  'metrics.series': route<readonly SeriesPoint[]>()(
    onServer.extend({
      recording: recording.optional(),
      origin: z.enum(['workbench', 'server']),
      method: z.string().max(REQUEST_LIMIT_CHARS).optional(),
      /** The series of automatic requests. */
      isBackground: z.boolean().optional()
    })
  ),

  'problems.list': route<readonly Problem[]>()(nothing),
  /** Shows in its folder what a problem is about. */
  'problem.reveal': route<void>()(z.strictObject({ id: z.number().int().positive() })),
  /** The person chooses where a file for each problem goes, in a dialog of the system. */
  'problems.chooseFolder': route<Preferences>()(nothing),
  'problems.dropFolder': route<Preferences>()(nothing),
  'problem.dismiss': route<void>()(z.strictObject({ id: z.number().int().positive() })),

  'preferences.get': route<Preferences>()(nothing),
  'preferences.set': route<Preferences>()(ChangedPreferences.strict())
} as const satisfies Record<string, Route>

export type IpcRoute = keyof typeof ipcRequests
export type IpcInput<R extends IpcRoute> = z.input<(typeof ipcRequests)[R]['input']>
export type IpcParsed<R extends IpcRoute> = z.output<(typeof ipcRequests)[R]['input']>
export type IpcOutput<R extends IpcRoute> = (typeof ipcRequests)[R]['output']

/** Exactly one handler per route: a missing or surplus one does not compile. */
export type IpcHandlers = { [R in IpcRoute]: (input: IpcParsed<R>) => Promise<IpcOutput<R>> }

/** Events are types only: main builds them itself, so there is nothing to distrust. */
export type IpcEvents = {
  'servers.changed': ServersChange
  'trust.changed': readonly TrustRecord[]
  'secrets.changed': SecretsDescription
  'test.changed': TestReport
  'doctor.changed': DoctorReport
  'authDebug.changed': AuthDebugReport
  'session.changed': Omit<SessionReport, 'catalogue'>
  'catalogue.changed': CatalogueUpdate
  'resources.stale': readonly StaleContents[]
  'watch.changed': WatchReport
  'calls.changed': readonly CallChange[]
  'calls.kept': CallGrowth
  'traffic.counted': TrafficCount
  'traffic.grew': readonly ViewGrowth[]
  'traffic.repeated': readonly RepeatedAnswer[]
  'inbox.changed': InboxState
  /** The person comes because of this item. */
  'inbox.wanted': { readonly id: number }
  'grants.changed': readonly Grant[]
  'policies.changed': PolicyList
  'roots.changed': RootsReport
  'audit.changed': AuditStanding
  'audit.grew': readonly AuditGrowth[]
  'signIn.changed': SignInReport
  'problems.changed': readonly Problem[]
  'command.invoked': AppCommand
}
export type IpcEvent = keyof IpcEvents

export type SessionReport = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly catalogue: Catalogue
  /** The level of log messages that the person wants; absent when the server decides. */
  readonly logLevel?: LogLevel
  readonly subscriptions: readonly Subscription[]
  readonly changes: readonly CatalogueChange[]
  readonly postMortem?: PostMortem
}

/** What the menu can ask of the window. */
export type AppCommand =
  'palette' | 'toggle-dock' | 'settings' | 'add-server' | 'import-servers' | 'open-project'

export type AppDescription = {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly platform: string
  readonly profileFolder: string
  readonly openAtStart?: string
}
