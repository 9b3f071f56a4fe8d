/** What servers ask of the person, and what the person may answer. */
import type { ServerId } from './ids'
import { isObject, type Json, type JsonObject } from './json'

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

export type ConsentAsk = {
  readonly kind: 'consent'
  readonly action: string
  readonly details?: Json
  /** What it says that nobody has agreed on. */
  readonly more?: JsonObject
}

export type ApprovalAsk = {
  readonly kind: 'approval'
  /** Absent where it is not clear which one a server would read in the frame. */
  readonly tool?: string
  /** Exactly what is sent. */
  readonly arguments: JsonObject
  /** Goes with it, beside what Patchbay adds itself. */
  readonly meta?: JsonObject
  /** The text that is sent as it is, where it is not Patchbay that writes the frame. */
  readonly frame?: string
  /** A whole sentence: why the person is asked. */
  readonly why: string
  /** The definition as it was when it was last approved, and as it is; as JSON. */
  readonly change?: { readonly before?: string; readonly after: string }
  /** The same of the instructions of its server. */
  readonly serverChange?: { readonly before?: string; readonly after: string }
}

export type FormAsk = {
  readonly kind: 'form'
  readonly message: string
  readonly schema: JsonObject
  /** The fields that seem to want something secret. */
  readonly secretFields: readonly string[]
}

export type UrlAsk = {
  readonly kind: 'url'
  readonly message: string
  readonly url: string
  readonly link:
    | {
        readonly isAllowed: true
        readonly host: string
        readonly domain: string
        readonly warnings: readonly string[]
      }
    | { readonly isAllowed: false; readonly why: string }
  /** The page is open, and the call is made again once the person is done with it. */
  readonly isOpened?: boolean
}

export type SamplingAsk = {
  readonly kind: 'sampling'
  readonly messages: readonly Json[]
  readonly systemPrompt?: string
  /** In the order of preference. */
  readonly modelHints: readonly string[]
  readonly maxTokens?: number
  readonly includeContext?: string
  readonly tools: readonly Json[]
  /** Everything else that it says. */
  readonly more: JsonObject
}

export type RootsAsk = { readonly kind: 'roots' }

/** The sign-in of the person does not allow what they want to do: more would have to be granted. */
export type ScopesAsk = {
  readonly kind: 'scopes'
  /** The tool that was called, or else the method. */
  readonly action: string
  readonly newScopes: readonly string[]
  /** All that will be asked for, the new ones included. */
  readonly allScopes: readonly string[]
  /** In the words of the server. */
  readonly reason?: string
}

export type Ask = ConsentAsk | ApprovalAsk | FormAsk | UrlAsk | SamplingAsk | RootsAsk | ScopesAsk
export type AskKind = Ask['kind']

export type InboxItem = {
  readonly id: number
  readonly serverId: ServerId
  readonly ask: Ask
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
  readonly kind: AskKind
  readonly title: string
  /** That is about to be called. */
  readonly tool?: string
}

/** A yes that comes sooner after the question was meant for something else. */
export const SHORTEST_LOOK_MS = 500
export const TOO_SOON = 'This answer came before anybody could have read the question.'

/** Consent that is not remembered is for one action, and expires for the server after this time. */
export const CONSENT_ONCE_MS = 5 * 60_000

export type InboxAnswer =
  | {
      readonly kind: 'consent'
      readonly isGranted: boolean
      /** For how long the same is granted without asking. */
      readonly rememberMs?: number | undefined
    }
  | {
      readonly kind: 'approval'
      readonly isApproved: boolean
      /** How it is to be from now on. */
      readonly policy?: Policy | undefined
    }
  | {
      readonly kind: 'form'
      readonly action: 'accept'
      readonly content: JsonObject
      /** The person knows that it does not fit, and wants it sent. */
      readonly isForced?: boolean | undefined
    }
  | { readonly kind: 'form' | 'url'; readonly action: 'decline' | 'cancel' }
  | { readonly kind: 'url'; readonly action: 'accept' }
  | {
      readonly kind: 'sampling'
      readonly result: JsonObject
      /** The person knows that it is not as the protocol has it, and wants it sent. */
      readonly isForced?: boolean | undefined
    }
  | { readonly kind: 'sampling'; readonly reason: string }
  /** With the folders that are on the list by now. */
  | { readonly kind: 'roots'; readonly isShared: boolean }
  /** A yes opens the browser. */
  | { readonly kind: 'scopes'; readonly isAllowed: boolean }

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
  readonly kind: AskKind
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

const TITLE_CHARS = 200

/** One line that says what is asked. */
export function titleOf(ask: Ask): string {
  switch (ask.kind) {
    case 'consent':
      return [ask.action, ...textsIn(ask.details)].join(' · ').slice(0, TITLE_CHARS)
    case 'approval':
      return ask.tool === undefined
        ? 'Send a frame in which the call is not clear'
        : `Call ${ask.tool.slice(0, TITLE_CHARS)}`
    case 'form':
    case 'url':
      return ask.message.slice(0, TITLE_CHARS)
    case 'sampling':
      return lastTextIn(ask.messages)?.slice(0, TITLE_CHARS) ?? 'A model’s answer'
    case 'roots':
      return 'The folders it may work in'
    case 'scopes':
      return `More access for ${ask.action}: ${ask.newScopes.join(' ')}`.slice(0, TITLE_CHARS)
  }
}

/** So that two questions that differ in little can be told apart in a list. */
function textsIn(details: Json | undefined): readonly string[] {
  const values: readonly unknown[] = isObject(details) ? Object.values(details) : []
  return values.filter((value) => typeof value === 'string').slice(0, 2)
}

function lastTextIn(messages: readonly Json[]): string | undefined {
  return messages
    .flatMap((message) => (isObject(message) ? message['content'] : []))
    .flatMap((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : []))
    .at(-1)
}
