/** What the window may ask of servers that are open: their catalogue, calls, contents and log. */
import { Exchanges } from '../../core/workbench/exchanges'
import type { History } from '../../core/ledger/history'
import { repeatCall } from '../../core/workbench/repeat-call'
import { toldSent } from '../../core/store/told-sent'
import type { Workbench } from '../../core/workbench/workbench'
import { heldIfLarge, reportOf, type HeldResult, type Outcome } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { CallOrigin } from '../../shared/question/inbox'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'

/** A window that has just begun is not to wait long for calls that have ended. */
const LISTED_CHARS = 1_000_000

type SessionRoute = Extract<
  keyof IpcHandlers,
  | `sessions.${string}`
  | `session.${string}`
  | `catalogue.${string}`
  | `calls.${string}`
  | `call.${string}`
  | `resource.${string}`
  | `prompts.${string}`
  | `completion.${string}`
  | `exchange.${string}`
  | `logs.${string}`
  | `postMortem.${string}`
>

export function sessionHandlers(
  workbench: Workbench,
  history: Pick<History, 'read' | 'sentAs'>,
  /** Make the calls that the person wants, and those that are only made again. */
  callers: Readonly<Record<CallOrigin, Pick<Workbench, 'startCall'>>>
): Pick<IpcHandlers, SessionRoute> {
  const exchanges = new Exchanges()
  const { standings, log } = workbench
  /** Nothing is remembered of servers that are not there. */
  const known = (call: Call): Call => toldSent(withLog(call, log))
  const there = (serverId: ServerId): ServerId => workbench.server(serverId).id
  return {
    'sessions.list': async () => workbench.reports(),
    'session.open': ({ serverId }) => workbench.open(serverId),
    'session.close': ({ serverId }) => workbench.close(serverId),
    'session.restart': ({ serverId }) => workbench.restart(serverId),

    'catalogue.refresh': async ({ serverId, isForced }) => {
      // Listing opens a server; whoever only wants fresh lists must not undo that it was closed.
      const { name } = workbench.server(serverId)
      if (workbench.report(serverId).state.phase !== 'ready') {
        throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
      }
      await workbench.list(serverId, { isForced })
    },
    'catalogue.before': async ({ serverId, kind, key }) =>
      standings.before(there(serverId), kind, key) ?? null,
    'catalogue.seen': async ({ serverId, kind, key }) =>
      standings.markSeen(there(serverId), kind, key),

    'calls.list': async () => newestCalls(workbench.calls().map(toldSent)),
    'call.start': async ({ serverId, tool, arguments: args, ...settings }) => {
      const { call } = await callers.person.startCall(serverId, tool, args, settings)
      return toldSent(reportOf(call))
    },
    'call.repeat': async ({ callId, origin = 'person' }) => {
      const startCall: Workbench['startCall'] = (...wanted) => callers[origin].startCall(...wanted)
      const call = await repeatCall({ log, startCall }, history, callId)
      return toldSent(reportOf(call))
    },
    'call.read': async ({ callId }) => known(await history.read(callId)),
    'call.sentAs': async ({ seq }) => {
      const call = await history.sentAs(seq)
      return call ? known(call) : null
    },
    'call.cancel': async ({ callId }) => workbench.cancelCall(callId),

    'resource.read': async ({ serverId, uri, isForced, key }) =>
      exchanges.run(key, async (signal) =>
        passedOn(await workbench.readResource(serverId, uri, { isForced, signal }))
      ),
    'resource.subscribe': ({ serverId, uri }) => workbench.subscribe(serverId, uri),
    'resource.unsubscribe': ({ serverId, uri }) => workbench.unsubscribe(serverId, uri),
    'prompts.get': async ({ serverId, name, arguments: args, key }) =>
      exchanges.run(key, async (signal) =>
        passedOn(await workbench.getPrompt(serverId, name, args, signal))
      ),
    'completion.complete': ({ serverId, key, ref, argument, context }) =>
      exchanges.run(key, (signal) => {
        const question = { ref, argument, ...(context && { context }) }
        return workbench.complete(serverId, question, signal)
      }),
    'exchange.cancel': async ({ key }) => exchanges.cancel(key),

    'logs.setLevel': ({ serverId, level }) => workbench.setLogLevel(serverId, level),
    'postMortem.dismiss': async ({ serverId }) => standings.dismissPostMortem(there(serverId))
  }
}

/** What was too large to be kept whole is whole as long as its frame is in the log. */
function withLog(call: Call, log: Workbench['log']): Call {
  const { isCut, outcome, ...rest } = call
  const { answerSeq, answerBytes = 0 } = call
  if (isCut !== true || !outcome || answerSeq === undefined) return call
  if (log.raw(answerSeq) === undefined) return call
  return { ...rest, outcome: heldIfLarge(outcome, answerBytes) }
}

/** Those that run, and as many of the last others as fit; what else has ended is in the history. */
function newestCalls(calls: readonly Call[]): readonly Call[] {
  let room = LISTED_CHARS
  const fits = (call: Call): boolean => {
    room -= JSON.stringify(call).length
    return room >= 0 || !call.outcome
  }
  return calls.toReversed().filter(fits).reverse()
}

/** What is too large to be passed around stays where it is, and is looked into there. */
function passedOn<Whole extends { readonly outcome: Outcome; readonly answerBytes?: number }>(
  whole: Whole
): Omit<Whole, 'outcome'> & { outcome: Outcome | HeldResult } {
  return { ...whole, outcome: heldIfLarge(whole.outcome, whole.answerBytes ?? 0) }
}
