/** Puts together what is kept in the profile besides servers: calls, drafts and what is watched. */
import { join } from 'node:path'
import { Bodies } from '../core/body/bodies'
import { BodyClient } from '../core/body/body-client'
import type { CatalogueMemory } from '../core/catalogue/catalogue-memory'
import { systemClock } from '../core/time/clock'
import type { Loss } from '../core/disk/state-file'
import { History, type CallStore } from '../core/ledger/history'
import { KeptDrafts } from '../core/profile/kept-drafts'
import type { ServerDesk } from '../core/desk/server-desk'
import { rerunLastCall } from '../core/watch/rerun'
import { Watches } from '../core/watch/watches'
import type { Workbench } from '../core/workbench/workbench'
import type { CallGrowth, CallSpec } from '../shared/calls/call-contract'
import type { Tool } from '../shared/calls/catalogue'
import type { IpcEvents } from '../shared/ipc/ipc-contract'
import type { ServerId } from '../shared/protocol/ids'
import { isObject } from '../shared/json/json'
import { WRITABLE_SCOPES, type ServerSummary } from '../shared/servers/server-config'
import { schemaDigests } from '../shared/calls/schema-digests'
import type { ProfileServices } from './handlers/profile-handlers'
import { OpenViews } from './records/open-views'

const TO_SETTINGS = { kind: 'settings', section: 'history' } as const

export type ProfileServicesParts = {
  readonly profile: string
  readonly version: string
  readonly desk: ServerDesk
  readonly workbench: Workbench
  /** The script of the thread that reads what is large; without it, it is read here. */
  readonly bodyWorker?: string
  readonly calls: CallStore
  readonly historyLimit: () => number
  /** A file, or a part of it, cannot be understood. */
  readonly onLoss: (loss: Loss) => void
  /** Makes the calls that nobody makes by hand. */
  readonly caller?: Pick<Workbench, 'startCall'>
  readonly openLink: (url: string) => Promise<void>
  readonly onCalls: (change: CallGrowth) => void
  readonly onWatch: (report: IpcEvents['watch.changed']) => void
}

export function openProfileServices(parts: ProfileServicesParts): ProfileServices {
  const { profile, version, desk, workbench } = parts
  const caller = parts.caller ?? { startCall: workbench.startCall.bind(workbench) }
  const { redactor } = desk
  const { log, liveCalls } = workbench
  const redact = (json: string): string => redactor.redactJson(json)
  const bodies: Bodies = new Bodies({
    log,
    redactor,
    call: (callId) => history.read(callId),
    ...(parts.bodyWorker !== undefined && { thread: new BodyClient(parts.bodyWorker) })
  })
  const history = new History({
    store: parts.calls,
    limit: parts.historyLimit,
    redact,
    answer: (seq, mostChars, limits) => bodies.answer(seq, mostChars, limits),
    live: liveCalls,
    onGrowth: parts.onCalls,
    complain: (message, kind) =>
      workbench.problems.raise({ key: `history ${kind}`, kind, message, action: TO_SETTINGS })
  })
  liveCalls.onStart((serverId, name) => {
    const tool = workbench.sent(serverId, 'tools').find((sent) => isTool(sent, name))
    return tool && schemaDigests(tool)
  })
  workbench.onCall((call) => history.keep(call))
  const drafts = new KeptDrafts({
    path: join(profile, 'arguments.json'),
    clock: systemClock,
    onLoss: parts.onLoss,
    redact,
    complain
  })
  const watches = new Watches({
    path: join(profile, 'watches.json'),
    clock: systemClock,
    onLoss: parts.onLoss,
    servers: () => desk.registry.list(),
    usable: () =>
      new Set(
        desk.registry
          .summaries()
          .filter(isUsable)
          .map(({ id }) => id)
      ),
    workbench,
    rerun: (serverId) => rerunLastCall({ ...caller, log, liveCalls }, history, serverId),
    onChange: parts.onWatch
  })
  const callViews = new OpenViews({
    open: (spec: CallSpec) => history.open(spec),
    close: (viewId) => history.close(viewId)
  })
  return { version, history, callViews, drafts, bodies, watches, openLink: parts.openLink }
}

function isTool(sent: unknown, name: string): sent is Tool {
  return isObject(sent) && sent['name'] === name
}

function isUsable({ standing }: ServerSummary): boolean {
  return standing.kind === 'usable'
}

/** The servers may be others by now. Those of a project that is not open are not gone. */
export function followServers(
  { watches }: ProfileServices,
  memory: CatalogueMemory,
  { scopes }: ServerDesk
): void {
  const prefixes = WRITABLE_SCOPES.filter(
    (scope) => scope === 'user' || scopes.project !== undefined
  ).map((scope) => scopes.idOf(scope, ''))
  const isGone = (serverId: ServerId): boolean =>
    prefixes.some((prefix) => serverId.startsWith(prefix))
  watches.follow(isGone)
  memory.follow(
    scopes.servers().map(({ id }) => id),
    isGone
  )
}

/** What is not written yet is written. Never rejects. */
export async function endProfileServices(services: ProfileServices): Promise<void> {
  services.watches.stop()
  await Promise.all([services.drafts.flush(), services.history.settled()])
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`)
}
