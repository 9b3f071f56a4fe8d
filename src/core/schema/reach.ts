/** How far the schemas of one document lead into each other. */

export type Leads = {
  /** Schemas for the same value. */
  readonly inPlace: object[]
  /** Schemas for a part of the value. */
  readonly deeper: object[]
}

export type Reach = {
  /** Schemas there would be if each reference were replaced by what it refers to, up to the cap. */
  readonly unrolled: number
  readonly isRecursive: boolean
  /** A schema leads back to itself without going deeper into the value: no check would ever end. */
  readonly isCircular: boolean
}

/** A recursion is not followed twice. */
export function reachOf(
  root: object,
  leads: ReadonlyMap<object, Leads>,
  unrolledCap: number
): Reach {
  const sizes = new Map<object, number>()
  const open = new Set<object>()
  let isRecursive = false

  function sizeOf(schema: object): number {
    const known = sizes.get(schema)
    if (known !== undefined) return known
    if (open.has(schema)) {
      isRecursive = true
      return 0
    }
    open.add(schema)
    const { inPlace = [], deeper = [] } = leads.get(schema) ?? {}
    let size = 1
    for (const next of inPlace) size = Math.min(unrolledCap, size + sizeOf(next))
    for (const next of deeper) size = Math.min(unrolledCap, size + sizeOf(next))
    open.delete(schema)
    sizes.set(schema, size)
    return size
  }

  const unrolled = sizeOf(root)
  return { unrolled, isRecursive, isCircular: isRecursive && hasCircle(leads) }
}

function hasCircle(leads: ReadonlyMap<object, Leads>): boolean {
  const open = new Set<object>()
  const done = new Set<object>()

  function comesBack(schema: object): boolean {
    if (open.has(schema)) return true
    if (done.has(schema)) return false
    open.add(schema)
    const isBack = leads.get(schema)?.inPlace.some(comesBack) ?? false
    open.delete(schema)
    done.add(schema)
    return isBack
  }

  return [...leads.keys()].some(comesBack)
}
