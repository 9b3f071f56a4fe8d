/** Answers that are too large to be passed around: looked into by where they are kept. */
import type { CallId } from '../protocol/ids'

/** By what a kept answer is found: the number of its frame, or the call it ended, in the history. */
export type BodyRef = { readonly seq: number } | { readonly callId: CallId } | SentRef

/** All that was sent with a call: an object with its `arguments` and, where it was set, its `meta`. */
export type SentRef = { readonly callId: CallId; readonly isSent: true }

/** The beginning of everything in a value: long texts, lists and objects are cut. */
export type Outline = {
  readonly value: unknown
  readonly cuts: readonly Cut[]
  /** Of the whole value as JSON. */
  readonly totalChars: number
}

export type Cut = {
  /** A JSON pointer into the value. */
  readonly pointer: string
  readonly kind: 'text' | 'list' | 'object'
  /** Characters, items or members. */
  readonly shown: number
  readonly total: number
}

/** A part of a text at some place of a value; of what is no text, its JSON over lines. */
export type TextPart = {
  readonly text: string
  readonly totalChars: number
}

/** How something is written to a file: the text itself, what its base64 stands for, or JSON. */
export const SAVED_FORMS = ['text', 'bytes', 'json'] as const
export type SavedForm = (typeof SAVED_FORMS)[number]

/** What a search covers: everything that one view of a result shows, loaded or not. */
export const FIND_SCOPES = ['rendered', 'structured', 'raw', 'sent'] as const
export type FindScope = (typeof FIND_SCOPES)[number]

/** A place where a text was found. */
export type Hit = {
  /** A JSON pointer into the body; empty in `raw`, which is a single text. */
  readonly pointer: string
  /** It is in the name of a member, and not in its value. */
  readonly isName: boolean
  /** The offset in the text that stands there; absent where the text that is shown is not at hand. */
  readonly at?: number
  readonly length: number
  /** What stands around it. */
  readonly before: string
  readonly match: string
  readonly after: string
}

export type Found = {
  readonly total: number
  /** There are more, which were not counted. */
  readonly isMore: boolean
  /** The one that was asked for; absent when there are not so many. */
  readonly hit?: Hit
}
