/** How much there is of a JSON value, found out without looking at more than was asked for. */
import { ExactNumber } from '../json/exact-number'
import { isComposed } from '../json/json'

export type Weight = {
  /** About as many characters as its text has. */
  readonly chars: number
  /** Values in it, itself included. */
  readonly nodes: number
  readonly depth: number
  /** Members of the object that has the most. */
  readonly widest: number
}

type WeightLimits = Pick<Weight, 'chars' | 'nodes' | 'depth'>

/** Stops at the first limit that the value exceeds, and then says which one that is. */
export function weigh(value: unknown, limits: WeightLimits): Weight | keyof WeightLimits {
  const weight = { chars: 0, nodes: 0, depth: 0, widest: 0 }
  const exceeded = add(value, 1, limits, weight)
  return exceeded ?? weight
}

function add(
  value: unknown,
  depth: number,
  limits: WeightLimits,
  weight: { -readonly [K in keyof Weight]: Weight[K] }
): keyof WeightLimits | undefined {
  weight.nodes++
  weight.chars += ownChars(value)
  if (depth > weight.depth) weight.depth = depth
  if (weight.nodes > limits.nodes) return 'nodes'
  if (weight.chars > limits.chars) return 'chars'
  if (!isComposed(value)) return undefined
  if (depth >= limits.depth && !isEmpty(value)) return 'depth'
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const exceeded = add(item, depth + 1, limits, weight)
      if (exceeded) return exceeded
    }
    return undefined
  }
  const members = Object.entries(value)
  if (members.length > weight.widest) weight.widest = members.length
  for (const [key, member] of members) {
    weight.chars += key.length + 4
    const exceeded = add(member, depth + 1, limits, weight)
    if (exceeded) return exceeded
  }
  return undefined
}

function ownChars(value: unknown): number {
  if (value instanceof ExactNumber) return value.text.length
  return typeof value === 'string' ? value.length + 2 : 4
}

function isEmpty(value: object): boolean {
  for (const _key in value) return false
  return true
}
