/** What waits for the person in the inbox, what became of it, and what is remembered of the answers. */
import type { ServerId } from '../protocol/ids'
import type { SheetAsk, SheetKind } from './records'

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** What Patchbay makes of it. What the server claims may raise it, and never lowers it. */
export type Risk = {
  readonly level: RiskLevel
  /** Whole sentences. */
  readonly reasons: readonly string[]
  /** As the server wrote it. */
  readonly claimed?: string
}

export const POLICIES = ['ask', 'once', 'allow', 'deny'] as const
/** `once` is once for each run of Patchbay. */
export type Policy = (typeof POLICIES)[number]

/**
 * What may be set for a whole server, also for the tools that it does not have yet. Nothing that
 * allows: what is new inherits nothing.
 */
export const SERVER_POLICIES = ['ask', 'deny'] as const satisfies readonly Policy[]
export type ServerPolicy = (typeof SERVER_POLICIES)[number]

export const CALL_ORIGINS = ['person', 'program'] as const
/** Who wants a call made: a person by hand, or Patchbay because something else happened. */
export type CallOrigin = (typeof CALL_ORIGINS)[number]

export type InboxItem = {
  readonly id: number
  readonly serverId: ServerId
  readonly ask: SheetAsk
  readonly risk: Risk
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly expiresAt: number
  /** How many others wait for the same answer. */
  readonly repeats: number
  /** The tools of the server that were being called when it was asked. */
  readonly during: readonly string[]
  /** The frame that asks, where there is one. */
  readonly seq?: number
}

/** Of an item, what fits into a list. */
export type InboxSummary = Omit<InboxItem, 'ask'> & {
  readonly kind: SheetKind
  readonly title: string
  /** That is about to be called. */
  readonly tool?: string
}

/** A yes that comes sooner after the question was meant for something else. */
export const SHORTEST_LOOK_MS = 500
export const TOO_SOON = 'This answer came before anybody could have read the question.'

/** Consent that is not remembered is for one action, and expires for the server after this time. */
export const CONSENT_ONCE_MS = 5 * 60_000

/** Why an item is no longer there. */
export type Leaving =
  | 'answered'
  | 'cancelled'
  | 'closed'
  | 'expired'
  | 'flood'
  | 'paused'
  /** The same page again, in one call. */
  | 'repeated'
  | 'denied'
  | 'completed'

/** Nobody is asked because of these. */
export type Refused = Extract<Leaving, 'flood' | 'paused' | 'repeated'>

export type LeftItem = {
  readonly id: number
  readonly serverId: ServerId
  readonly kind: SheetKind
  readonly title: string
  readonly leaving: Leaving
  /** What was answered, in a word. */
  readonly word?: string
  readonly time: number
  /** How many left like this one after the other. */
  readonly count: number
}

export type InboxState = {
  readonly items: readonly InboxSummary[]
  /** Newest first. */
  readonly recent: readonly LeftItem[]
  readonly paused: readonly ServerId[]
}

/** A remembered yes. */
export type Grant = {
  readonly id: string
  readonly serverId: ServerId
  readonly serverName: string
  readonly action: string
  /** The tools while which it holds. */
  readonly during: readonly string[]
  /** As JSON, cut where it is long. */
  readonly details: string
  readonly grantedAt: number
  readonly expiresAt: number
}

export type ToolPolicy = {
  /** As the person has set it for the tool; absent where they have not, or where it holds no longer. */
  readonly policy?: Policy
  /** As they have set it for the whole server. */
  readonly ofServer?: ServerPolicy
  /** What was set cannot be read any more, so that every call is asked about. */
  readonly isLost: boolean
  readonly risk: Risk
}

/** Something that the person has set. */
export type PolicyRecord = {
  readonly serverId: ServerId
  readonly serverName: string
  /** Absent where it is for every tool of the server that has none of its own. */
  readonly tool?: string
  readonly policy: Policy
  /** It was for the tool, or for the server, as it was: it is another by now. */
  readonly isOver: boolean
}

/** All that the person has set about calls. */
export type PolicyList = {
  readonly records: readonly PolicyRecord[]
  /** What was set before cannot be read any more, and every call is asked about. */
  readonly isLost: boolean
}

export type RootsReport = {
  readonly serverId: ServerId
  /** As the definition of the server has them. */
  readonly defined: readonly string[]
  /** Chosen by the person; absent while they have not said. */
  readonly own?: readonly string[]
  /** Chosen for the server as it was. It is another by now, and is not told of them. */
  readonly before?: readonly string[]
  /** Of a server of the project that is open: what all servers of it are told of. */
  readonly project?: { readonly folder: string; readonly folders: readonly string[] }
}

/** Whose list a folder is on. */
export const ROOTS_OWNERS = ['server', 'project'] as const
export type RootsOwner = (typeof ROOTS_OWNERS)[number]
