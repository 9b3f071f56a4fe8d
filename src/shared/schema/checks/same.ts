/** When two JSON values are the same: members in any order, and numbers by what they are worth. */
import { isObject } from '../../json/json'
import type { Meter } from './meter'

const CHARS_PER_STEP = 16

/** Values to look up others in, however large the list is. */
export class ValueSet {
  private lookup: { readonly simple: Set<unknown>; readonly composed: Set<string> } | undefined

  constructor(readonly values: readonly unknown[]) {}

  has(value: unknown, meter: Meter): boolean {
    const [first] = this.values
    if (this.values.length === 1 && !isComposed(first)) return first === value
    const { simple, composed } = (this.lookup ??= this.index())
    if (!isComposed(value)) return simple.has(value)
    return composed.size > 0 && composed.has(canonical(value, meter))
  }

  /** Only once it is needed: most choices of a large schema are never looked at. */
  private index(): { readonly simple: Set<unknown>; readonly composed: Set<string> } {
    const composed = this.values.filter(isComposed).map((value) => canonical(value))
    return { simple: new Set(this.values), composed: new Set(composed) }
  }
}

/** The places of the first two items that are the same. */
export function firstTwins(
  items: readonly unknown[],
  meter: Meter
): readonly [number, number] | undefined {
  const simple = new Map<unknown, number>()
  const composed = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    meter.spend(1)
    const seen: Map<unknown, number> = isComposed(item) ? composed : simple
    const key = isComposed(item) ? canonical(item, meter) : item
    const twin = seen.get(key)
    if (twin !== undefined) return [twin, index]
    seen.set(key, index)
  }
  return undefined
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** A text that two values have in common exactly when they are the same. */
function canonical(value: unknown, meter?: Meter): string {
  if (!isObject(value) && !Array.isArray(value)) {
    meter?.spend(typeof value === 'string' ? 1 + value.length / CHARS_PER_STEP : 1)
    return JSON.stringify(value) ?? ''
  }
  meter?.spend(1)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) text += `${canonical(item, meter)},`
    return `[${text}]`
  }
  for (const name of Object.keys(value).sort()) {
    meter?.spend(1 + name.length / CHARS_PER_STEP)
    text += `${JSON.stringify(name)}:${canonical(value[name], meter)},`
  }
  return `{${text}}`
}
