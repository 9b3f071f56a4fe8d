/** Answers that are too large to be passed around: looked into by where they are kept. */
import type { CallId } from './ids'

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
