/** What the window may ask about what servers ask, and how it tells what the person answers. */
import { z } from 'zod'
import { ServerId } from '../protocol/ids'
import {
  POLICIES,
  ROOTS_OWNERS,
  type Grant,
  type InboxItem,
  type InboxState,
  type PolicyList,
  type RootsReport,
  type ToolPolicy
} from '../question/inbox'
import { route, type Route } from './ipc-route'
import { SheetAnswer } from '../question/answers'

const nothing = z.undefined()
const onServer = z.strictObject({ serverId: ServerId })
const id = z.number().int().positive()
const toolName = z.string().max(1_000)
const onTool = onServer.extend({ tool: toolName })
const onRoots = onServer.extend({ owner: z.enum(ROOTS_OWNERS) })
const path = z.string().min(1).max(4_096)

export const inboxRequests = {
  'inbox.list': route<InboxState>()(nothing),
  /** With everything that the server wrote. */
  'inbox.item': route<InboxItem>()(z.strictObject({ id })),
  /** The person has had the end of it in view. */
  'inbox.seeEnd': route<void>()(z.strictObject({ id })),
  'inbox.answer': route<void>()(z.strictObject({ id, answer: SheetAnswer })),
  /** A call that waits for approval is not wanted any more. */
  'inbox.withdraw': route<void>()(z.strictObject({ id })),
  'inbox.denyAll': route<void>()(onServer),
  /** What a paused server asks is denied at once. */
  'inbox.pause': route<void>()(onServer.extend({ isPaused: z.boolean() })),

  'grants.list': route<readonly Grant[]>()(nothing),
  'grants.revoke': route<void>()(z.strictObject({ ids: z.array(z.string().max(100)).max(10_000) })),

  /** Everything that the person has set about calls. */
  'policies.list': route<PolicyList>()(nothing),
  /** The person need not be asked about everything because of what was lost. */
  'policies.forgetLoss': route<void>()(nothing),
  /** Whether the person is asked before a tool is called. */
  'policies.ofTool': route<ToolPolicy>()(onTool),
  /** Of a tool, or of the whole server. Without a policy the default holds again. */
  'policies.set': route<void>()(
    onServer.extend({ tool: toolName.optional(), policy: z.enum(POLICIES).optional() })
  ),

  'roots.list': route<RootsReport>()(onServer),
  /**
   * The person chooses a folder in a dialog of the system; false when they do not. To answer an item
   * of the inbox, which may be gone by then.
   */
  'roots.choose': route<boolean>()(onRoots.extend({ itemId: id.optional() })),
  /** What was shared with the server before it was changed. */
  'roots.shareAgain': route<void>()(onServer),
  /** What the person has said for the server itself is forgotten, and they are asked when it asks. */
  'roots.askAgain': route<void>()(onServer),
  /** The folder of the project, for all servers of it. */
  'roots.shareProject': route<void>()(onServer),
  'roots.remove': route<void>()(onRoots.extend({ folder: path }))
} as const satisfies Record<string, Route>
