/**
 * Takes in a schema that a server supplied, so that it can be evaluated without harm: only what is
 * known to be bounded gets through, nothing is ever fetched, and the server's object stays as it is.
 */
import { isObject } from '../json/json'
import { IN_PLACE, KEYWORDS, NOT_YET, SHELVES } from './keywords'
import { takeValue } from './keyword-value'
import { reachOf, type Leads } from './reach'
import { targetOf } from './resolve'
import { Unusable } from './unusable'
import type { Draft, UsableSchema } from './checks/usable'
import { weigh } from './weight'

const LIMITS = { chars: 256 * 1024, nodes: 100_000, depth: 64 }
const MAX_SUBSCHEMAS = 5_000
const MAX_ENUM_VALUES = 10_000
const MAX_UNROLLED = 5_000

export type UsableIntake = {
  readonly isUsable: true
  readonly schema: UsableSchema
  readonly isRecursive: boolean
  /** It speaks of what its other keywords leave unevaluated, so that this has to be kept in mind. */
  readonly tracksEvaluated: boolean
}

export type Intake =
  | UsableIntake
  | {
      readonly isUsable: false
      /** A whole sentence. */
      readonly reason: string
      /** Nothing is wrong with the schema: it is more than Patchbay takes in. */
      readonly isOurLimit: boolean
    }

const known = new WeakMap<object, Intake>()

/** Analyses each schema once, as long as it is the same object. Never throws. */
export function takeIn(schema: unknown): Intake {
  if (typeof schema === 'boolean') return takeInNew(schema)
  if (!isObject(schema)) return unusable(new Unusable('The schema is not an object.'))
  let intake = known.get(schema)
  if (!intake) known.set(schema, (intake = takeInNew(schema)))
  return intake
}

function takeInNew(schema: Record<string, unknown> | boolean): Intake {
  try {
    return new Copy(schema).finish()
  } catch (error) {
    return unusable(error instanceof Unusable ? error : UNREADABLE)
  }
}

const UNREADABLE = new Unusable('The schema could not be read by Patchbay.', true)

function unusable({ message, isOurLimit }: Unusable): Intake {
  return { isUsable: false, reason: message, isOurLimit }
}

const EXCEEDED = {
  chars: 'The schema is larger than the 256 KiB that Patchbay takes in.',
  nodes: 'The schema has more than the 100,000 values that Patchbay takes in.',
  depth: 'The schema is nested deeper than the 64 levels that Patchbay takes in.'
} as const

/** A schema while it is being copied. */
type Copied = { -readonly [K in keyof UsableSchema]: UsableSchema[K] }

class Copy {
  private readonly draft: Draft
  private readonly copies = new Map<object, Copied>()
  private readonly leads = new Map<object, Leads>()
  private readonly references: { from: Copied; to: string }[] = []
  private enumValues = 0
  private tracksEvaluated = false

  constructor(private readonly root: Record<string, unknown> | boolean) {
    const weight = weigh(root, LIMITS)
    if (typeof weight === 'string') throw new Unusable(EXCEEDED[weight], true)
    this.draft = draftOf(isObject(root) ? root['$schema'] : undefined)
  }

  finish(): Intake {
    const schema = this.copy(this.root)
    this.followReferences()
    const { unrolled, isRecursive, isCircular } = reachOf(schema, this.leads, MAX_UNROLLED + 1)
    if (isCircular) throw new Unusable('The schema refers to itself without going deeper.')
    if (unrolled > MAX_UNROLLED) {
      throw tooMany(`unrolls to more than the ${MAX_UNROLLED} schemas`)
    }
    return { isUsable: true, schema, isRecursive, tracksEvaluated: this.tracksEvaluated }
  }

  private copy(schema: unknown): Copied {
    if (schema === true) return this.register({})
    if (schema === false) return this.register({ isNever: true })
    if (!isObject(schema)) throw new Unusable('The schema has a value where a schema has to be.')
    const before = this.copies.get(schema)
    if (before) return before

    const copied = this.register({})
    this.copies.set(schema, copied)
    const isOnlyReference = this.isOld && Object.hasOwn(schema, '$ref')
    for (const [keyword, value] of Object.entries(schema)) {
      if (isOnlyReference && keyword !== '$ref' && !SHELVES.has(keyword)) continue
      if (NOT_YET[this.draft].has(keyword)) continue
      if (KEYWORDS.has(keyword)) this.take(copied, keyword, value)
      else this.takeOther(copied, keyword, value, schema)
    }
    return copied
  }

  /** Up to draft 7, a reference stands for all of its schema. */
  private get isOld(): boolean {
    return this.draft === '4' || this.draft === '7'
  }

  private register(copied: Copied): Copied {
    if (this.leads.size >= MAX_SUBSCHEMAS) {
      throw tooMany(`has more than the ${MAX_SUBSCHEMAS} schemas in it`)
    }
    this.leads.set(copied, { inPlace: [], deeper: [] })
    return copied
  }

  private take(copied: Copied, keyword: string, value: unknown): void {
    const leads = this.leads.get(copied)
    const taken = takeValue(keyword, value, this.draft, (schema) => {
      const next = this.copy(schema)
      if (!SHELVES.has(keyword)) leads?.[IN_PLACE.has(keyword) ? 'inPlace' : 'deeper'].push(next)
      return next
    })
    Object.assign(copied, { [keyword]: taken })
    if (keyword === 'enum') this.countValues((value as readonly unknown[]).length)
    if (keyword.startsWith('unevaluated')) this.tracksEvaluated = true
  }

  private countValues(more: number): void {
    this.enumValues += more
    if (this.enumValues > MAX_ENUM_VALUES) {
      throw tooMany(`lists more than the ${MAX_ENUM_VALUES} values`)
    }
  }

  private takeOther(
    copied: Copied,
    keyword: string,
    value: unknown,
    whole: Record<string, unknown>
  ): void {
    switch (keyword) {
      // Inside one document, a dynamic reference leads where a plain one does.
      case '$ref':
      case '$dynamicRef':
      case '$recursiveRef':
        if (typeof value !== 'string') {
          throw new Unusable(`The schema has a "${keyword}" that is no text.`)
        }
        this.references.push({ from: copied, to: value })
        return
      case '$id':
        if (whole !== this.root && typeof value === 'string' && !value.startsWith('#')) {
          throw new Unusable(NESTED_DOCUMENT, true)
        }
    }
  }

  /** The list grows while it is gone through: what is referred to may have references of its own. */
  private followReferences(): void {
    const found = new Map<string, Copied>()
    for (const { from, to } of this.references) {
      let target = found.get(to)
      if (!target) {
        const resolution = targetOf(this.root, to)
        if (resolution.schema === undefined) throw new Unusable(resolution.reason)
        found.set(to, (target = this.copy(resolution.schema)))
      }
      from.references = [...(from.references ?? []), target]
      this.leads.get(from)?.inPlace.push(target)
    }
  }
}

function tooMany(what: string): Unusable {
  return new Unusable(`The schema ${what} that Patchbay takes in.`, true)
}

const NESTED_DOCUMENT =
  'The schema has another one inside it that has its own "$id", which Patchbay does not follow.'

function draftOf(name: unknown = '2020-12'): Draft {
  if (typeof name !== 'string') throw new Unusable('The schema has a "$schema" that is no text.')
  if (name.includes('2020-12')) return '2020-12'
  if (name.includes('2019-09')) return '2019-09'
  if (name.includes('draft-07') || name.includes('draft-06')) return '7'
  if (name.includes('draft-04')) return '4'
  throw new Unusable('The schema is in a dialect that Patchbay does not know.', true)
}
