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
  const nextOf = (schema: object): readonly object[] => {
    const { inPlace = [], deeper = [] } = leads.get(schema) ?? {}
    return [...inPlace, ...deeper]
  }
  const isRecursive = walk([root], nextOf, (schema, next) => {
    // One that leads back here has no size yet, and adds nothing.
    const size = next.reduce((sum, one) => sum + (sizes.get(one) ?? 0), 1)
    sizes.set(schema, Math.min(unrolledCap, size))
  })
  const isCircular = isRecursive && walk(leads.keys(), (schema) => leads.get(schema)?.inPlace ?? [])
  return { unrolled: sizes.get(root) ?? 1, isRecursive, isCircular }
}

/**
 * Goes through all that the starts lead to, depth first, and leaves each schema once, after what it
 * leads to. Whether one of them leads back to itself. Not by recursion: a chain may be long.
 */
function walk(
  starts: Iterable<object>,
  nextOf: (schema: object) => readonly object[],
  onLeave?: (schema: object, next: readonly object[]) => void
): boolean {
  const open = new Set<object>()
  const done = new Set<object>()
  let comesBack = false
  for (const start of starts) {
    const way: { schema: object; next: readonly object[]; at: number }[] = []
    const enter = (schema: object): void => {
      if (open.has(schema)) comesBack = true
      if (open.has(schema) || done.has(schema)) return
      open.add(schema)
      way.push({ schema, next: nextOf(schema), at: 0 })
    }
    enter(start)
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const next = here.next[here.at++]
      if (next) {
        enter(next)
        continue
      }
      way.pop()
      open.delete(here.schema)
      done.add(here.schema)
      onLeave?.(here.schema, here.next)
    }
  }
  return comesBack
}
