/** What the window may ask about calls: those that run, and those that are kept. */
import { z } from 'zod'
import {
  CallSpec,
  WantedCall,
  type Call,
  type CallCount,
  type CallRow
} from '../calls/call-contract'
import { CallId, ServerId } from '../protocol/ids'
import { CALL_ORIGINS } from '../question/inbox'
import type { Undo } from '../servers/configuration'
import type { ListPage, OpenedList } from '../traffic/list'
import { route, type Route } from './ipc-route'

const nothing = z.undefined()
const onCall = z.strictObject({ callId: CallId })
const onTool = z.strictObject({ serverId: ServerId, tool: z.string().max(1_000) })
const viewId = z.number().int().positive()

export const callRequests = {
  'calls.list': route<readonly Call[]>()(nothing),
  'call.start': route<Call>()(WantedCall),
  /** With what was really sent, which the window may not know; by hand, unless it says otherwise. */
  'call.repeat': route<Call>()(onCall.extend({ origin: z.enum(CALL_ORIGINS).optional() })),
  /** As far as it has got, or with all that is kept of it. */
  'call.read': route<Call>()(onCall),
  /** The call of this run that sent a frame; null where none has. */
  'call.sentAs': route<Call | null>()(z.strictObject({ seq: z.number().int().positive() })),
  'call.cancel': route<void>()(onCall),

  /** The calls of a tool that are kept: newest first, pinned ones before all others. */
  'history.open': route<OpenedList<CallCount>>()(CallSpec),
  'history.close': route<void>()(z.strictObject({ viewId })),
  'history.rows': route<ListPage<CallRow, CallCount>>()(
    z.strictObject({
      viewId,
      from: z.number().int().min(0),
      count: z.number().int().positive().max(1_000)
    })
  ),
  'history.change': route<void>()(
    onCall.extend({ isPinned: z.boolean().optional(), name: z.string().max(200).optional() })
  ),
  'history.remove': route<Undo>()(onCall),
  /** Removes all that are not pinned. */
  'history.clear': route<Undo>()(onTool)
} as const satisfies Record<string, Route>
