/**
 * The beginning of everything in a value. Goes through it level by level, so that what is near the
 * top is there even when what is below fills all the room; never recurses, however deep it is nested.
 */
import type { Cut, Outline } from '../../shared/calls/body'
import { isComposed, isObject } from '../../shared/json/json'

export type OutlineLimits = {
  readonly textChars: number
  /** Items of a list, members of an object. */
  readonly parts: number
  readonly totalChars: number
}

const USUAL: OutlineLimits = { textChars: 8 * 1024, parts: 200, totalChars: 256 * 1024 }
/** Deeper ones cannot be passed on as JSON. */
const DEEPEST = 100
const MOST_CUTS = 2_000
/** What quotes, commas and brackets take, roughly. */
const PART_CHARS = 4

type List = readonly unknown[]
type Members = Record<string, unknown>
type Unfilled = {
  readonly whole: List | Members
  readonly outlined: unknown[] | Members
  readonly pointer: string
}

export function outlineOf(
  value: unknown,
  limits: OutlineLimits = USUAL
): Omit<Outline, 'totalChars'> {
  return new Outlining(limits).outline(value)
}

/** The same without the first parts of a list or object. Cuts are told by their place in the whole. */
export function outlineFrom(whole: unknown, from: number): Omit<Outline, 'totalChars'> {
  if (from === 0 || !isComposed(whole)) return outlineOf(whole)
  const isList = Array.isArray(whole)
  const rest = isList ? whole.slice(from) : Object.fromEntries(Object.entries(whole).slice(from))
  const { value, cuts } = outlineOf(rest)
  return {
    value,
    cuts: cuts.map((cut) => {
      if (cut.pointer === '') return { ...cut, shown: cut.shown + from, total: cut.total + from }
      const moved = (_match: string, index: string): string => `/${Number(index) + from}`
      return isList ? { ...cut, pointer: cut.pointer.replace(/^\/(\d+)/, moved) } : cut
    })
  }
}

class Outlining {
  private readonly cuts: Cut[] = []
  /** The lists and objects of the level below the one that is filled. */
  private below: Unfilled[] = []
  private room: number

  constructor(private readonly limits: OutlineLimits) {
    this.room = limits.totalChars
  }

  outline(value: unknown): Omit<Outline, 'totalChars'> {
    const outlined = this.begin(value, '')
    for (let depth = 0; this.below.length > 0; depth += 1) {
      const level = this.below
      this.below = []
      for (const unfilled of level) this.fill(unfilled, depth < DEEPEST)
    }
    return { value: outlined, cuts: this.cuts }
  }

  /** What stands in the place of a value; lists and objects are filled later. */
  private begin(whole: unknown, pointer: string): unknown {
    this.room -= PART_CHARS
    if (typeof whole === 'string') return this.beginning(whole, pointer)
    if (!Array.isArray(whole) && !isObject(whole)) {
      this.room -= String(whole).length
      return whole
    }
    const outlined = Array.isArray(whole) ? [] : {}
    this.below.push({ whole, outlined, pointer })
    return outlined
  }

  private beginning(text: string, pointer: string): string {
    const length = Math.max(0, Math.min(this.limits.textChars, this.room))
    // Half a character is none.
    const kept =
      text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
    this.room -= kept.length
    if (kept.length < text.length) this.cut(pointer, 'text', kept.length, text.length)
    return kept
  }

  private fill({ whole, outlined, pointer }: Unfilled, mayGoDeeper: boolean): void {
    const keys = Array.isArray(whole) ? undefined : Object.keys(whole)
    const total = keys?.length ?? (whole as List).length
    const most = mayGoDeeper && this.cuts.length < MOST_CUTS ? this.limits.parts : 0
    let shown = 0
    for (; shown < Math.min(total, most); shown += 1) {
      const key = keys?.[shown] ?? String(shown)
      if (this.room <= 0 || (keys && key.length > this.room)) break
      if (keys) this.room -= key.length
      const part = this.begin((whole as Members)[key], `${pointer}/${escaped(key)}`)
      // Setting `__proto__` would change what the object is.
      const own = { value: part, enumerable: true, configurable: true, writable: true }
      Object.defineProperty(outlined, key, own)
    }
    if (shown < total) this.cut(pointer, keys ? 'object' : 'list', shown, total)
  }

  private cut(pointer: string, kind: Cut['kind'], shown: number, total: number): void {
    this.cuts.push({ pointer, kind, shown, total })
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** What a JSON pointer points to; undefined when there is nothing. */
export function pointedAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isComposed(value) || !Object.hasOwn(value, key)) return undefined
    value = (value as Members)[key]
  }
  return value
}
