/** A part of an answer that is kept in main: where it is, and what of it was left there. */
import type { BodyRef, Cut } from '../../../../shared/calls/body'

export type BodyPart = {
  readonly ref: BodyRef
  /** Where this part is in the answer. */
  readonly pointer: string
  /** Of the whole answer, by where they are in it. */
  readonly cuts: readonly Cut[]
}

/** The part that is below a key of this one. */
export function partAt(body: BodyPart, key: string | number): BodyPart {
  return { ...body, pointer: below(body.pointer, key) }
}

/** A JSON pointer to what is below a key. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Something of this part, or of what is in it, was left in main. */
export function isCut(body: BodyPart | undefined): boolean {
  if (!body) return false
  const inside = `${body.pointer}/`
  return body.cuts.some(({ pointer }) => pointer === body.pointer || pointer.startsWith(inside))
}

/** How much of this part is missing here; undefined when all of it is there. */
export function cutOf(body: BodyPart | undefined): Cut | undefined {
  return body?.cuts.find(({ pointer }) => pointer === body.pointer)
}
