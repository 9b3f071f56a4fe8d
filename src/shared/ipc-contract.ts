/** Everything that crosses between the window and main. A new route is one line here and one handler. */
import { z } from 'zod'
import type { CallReport } from './call'
import { CallId, ServerId } from './ids'
import type { Catalogue } from './catalogue'
import { isObject, type JsonObject } from './json'
import type { Preferences } from './preferences'
import { PreferencesSchema } from './preferences-schema'
import type { Problem } from './problem'
import { type ServerSummary } from './server-config'
import type { SessionState } from './session-state'
import type { TrafficEntry } from './traffic'

const onServer = z.strictObject({ serverId: ServerId })
const nothing = z.undefined()
/** Came out of JSON.parse, so that it is JSON needs no check; walking it would cost and change it. */
const jsonObject = z.custom<JsonObject>(isObject, 'must be a JSON object')

type Route = { readonly input: z.ZodType; readonly output: unknown }

/** Input is parsed, because a window can be taken over. Output is only typed: main makes it itself. */
function route<Output>() {
  return <Input extends z.ZodType>(input: Input): { input: Input; output: Output } => ({
    input,
    output: undefined as Output
  })
}

export const ipcRequests = {
  'app.describe': route<AppDescription>()(nothing),
  'app.painted': route<void>()(nothing),

  'servers.list': route<readonly ServerSummary[]>()(nothing),

  'sessions.list': route<readonly SessionReport[]>()(nothing),
  'session.open': route<void>()(onServer),
  'session.close': route<void>()(onServer),
  'session.restart': route<void>()(onServer),

  'catalogue.refresh': route<void>()(onServer.extend({ isForced: z.boolean() })),

  'calls.list': route<readonly CallReport[]>()(nothing),
  'call.start': route<CallReport>()(
    z.strictObject({ serverId: ServerId, tool: z.string().max(1_000), arguments: jsonObject })
  ),
  'call.cancel': route<void>()(z.strictObject({ callId: CallId })),

  'traffic.tail': route<readonly TrafficEntry[]>()(
    z.strictObject({ count: z.number().int().positive().max(50_000) })
  ),
  'traffic.raw': route<RawText>()(
    z.strictObject({ seq: z.number().int().positive(), limit: z.number().int().positive() })
  ),

  'problems.list': route<readonly Problem[]>()(nothing),
  'problem.dismiss': route<void>()(z.strictObject({ id: z.number().int().positive() })),

  'preferences.get': route<Preferences>()(nothing),
  'preferences.set': route<Preferences>()(PreferencesSchema.partial().strict())
} as const satisfies Record<string, Route>

export type IpcRoute = keyof typeof ipcRequests
export type IpcInput<R extends IpcRoute> = z.input<(typeof ipcRequests)[R]['input']>
export type IpcParsed<R extends IpcRoute> = z.output<(typeof ipcRequests)[R]['input']>
export type IpcOutput<R extends IpcRoute> = (typeof ipcRequests)[R]['output']

/** Exactly one handler per route: a missing or surplus one does not compile. */
export type IpcHandlers = { [R in IpcRoute]: (input: IpcParsed<R>) => Promise<IpcOutput<R>> }

/** Events are types only: main builds them itself, so there is nothing to distrust. */
export type IpcEvents = {
  'session.changed': SessionReport
  'calls.changed': readonly CallReport[]
  'traffic.appended': readonly TrafficEntry[]
  'problems.changed': readonly Problem[]
  'command.invoked': AppCommand
}
export type IpcEvent = keyof IpcEvents

export type SessionReport = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly catalogue: Catalogue
}

export type RawText = { readonly text: string; readonly totalChars: number }

/** What the menu can ask of the window. */
export type AppCommand = 'palette' | 'toggle-dock' | 'settings'

export type AppDescription = {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly platform: string
  readonly profileFolder: string
  readonly openAtStart?: string
}
