/** What needs a person: one sentence, one thing to do, and gone when it is solved. */
import type { ServerId } from '../protocol/ids'

export const PROBLEM_KINDS = [
  /** The server wants to know who is asking, or does not accept who is. */
  'auth',
  /** The server stopped answering and was started again. */
  'hung',
  /** The server sends more than anyone can read. */
  'flood',
  /** The server broke too often to be started again by itself. */
  'failed',
  /** The server says that it has another version than before, and nobody pinned one. */
  'version',
  /** The server has wanted to be left alone for long, or will. */
  'rate-limit',
  /** Something cannot be written: the disk is full, or the folder may not be written to. */
  'storage',
  /** A file could not be read, or not all of it, and was kept under another name. */
  'damaged',
  /** There is no safe place for secrets that are there. */
  'secrets',
  /** Servers wait until the person says that they may run. */
  'trust'
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export type Severity = 'error' | 'warning'

/** An error keeps something from working; a warning is for when there is time. */
const SEVERITIES: Readonly<Record<ProblemKind, Severity>> = {
  auth: 'error',
  hung: 'warning',
  flood: 'warning',
  failed: 'error',
  version: 'warning',
  'rate-limit': 'warning',
  storage: 'error',
  damaged: 'error',
  secrets: 'warning',
  trust: 'warning'
}

export function severityOf({ kind }: Pick<Problem, 'kind'>): Severity {
  return SEVERITIES[kind]
}

/** The one thing that can be done about it: the window has a button for each. */
export type ProblemAction =
  /** Closes the server if it is open, and opens it. */
  | { readonly kind: 'reopen'; readonly serverId: ServerId }
  | { readonly kind: 'show'; readonly serverId: ServerId }
  /** Opens the browser. */
  | { readonly kind: 'sign-in'; readonly serverId: ServerId }
  | { readonly kind: 'review'; readonly serverIds: readonly ServerId[] }
  | {
      readonly kind: 'settings'
      readonly section: 'secrets' | 'history' | 'traffic' | 'audit' | 'problems'
    }
  /** Main shows where it is; whoever has seen it may have seen to it with that. */
  | { readonly kind: 'reveal'; readonly path: string; readonly isEnough: boolean }

export type Problem = {
  readonly id: number
  /** Of the same key there is one at a time. */
  readonly key: string
  readonly kind: ProblemKind
  /** Of the app itself when there is none. */
  readonly serverId?: ServerId
  /** When it was last told. */
  readonly time: number
  /** Until when it lasts by itself, in milliseconds since 1970. */
  readonly until?: number
  /** A whole sentence, at times with the reason in a second one. */
  readonly message: string
  readonly action: ProblemAction
}
