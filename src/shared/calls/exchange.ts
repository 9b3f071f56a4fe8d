import type { HeldResult, Outcome } from './call'
import type { ServerId } from '../protocol/ids'
import { isObject } from '../json/json'
import type { Violation } from '../traffic/traffic'

/** Something that was asked for and answered once, with where it is in the log. */
export type Exchange = {
  readonly outcome: Outcome | HeldResult
  readonly tookMs: number
  readonly requestSeq?: number
  readonly answerSeq?: number
  readonly answerBytes?: number
  readonly violations?: readonly Violation[]
}

export type ResourceReading = Exchange & {
  /** In milliseconds since 1970: when the server gave it. */
  readonly readAt: number
  /** It was not asked for anew. */
  readonly isCached: boolean
  /** Until then it is not asked for again by itself; absent when nothing is kept. */
  readonly freshUntil?: number
  /** The same for the same contents, also where they are too large to be here; absent when none came. */
  readonly digest?: string
}

/** What was read of a resource of a server, or of all of them, may have changed since. */
export type StaleContents = {
  readonly serverId: ServerId
  readonly uri?: string
  /** In milliseconds since 1970. */
  readonly time: number
}

/** Undefined when what was answered has no list of contents. */
export function contentsOf(result: unknown): readonly unknown[] | undefined {
  const contents = isObject(result) ? result['contents'] : undefined
  return Array.isArray(contents) ? contents : undefined
}

export type Completion = {
  readonly values: readonly string[]
  readonly total?: number
  readonly hasMore?: boolean
  /** A whole sentence, when there was no answer that could be read. */
  readonly failure?: string
}

/** What an argument belongs to that is to be completed. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** Whether a server that declares this of its resources tells of their changes to whoever subscribes. */
export function canBeSubscribedTo(resources: unknown): boolean {
  return isObject(resources) && resources['subscribe'] === true
}

/** A resource whose changes the server tells us of. */
export type Subscription = {
  readonly uri: string
  readonly since: number
  /** How often the server said that it has changed. */
  readonly updates: number
  readonly lastUpdate?: number
  /** A whole sentence, when the server would not have it. */
  readonly failure?: string
}
