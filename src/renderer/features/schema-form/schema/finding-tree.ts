/** What was found about a value, by place, so that each field gets only what is about it. */
import type { SchemaFinding } from '../../../../shared/schema/validate'
import { keysOf, placeIn } from './place'

export type FindingTree = {
  readonly own: readonly string[]
  readonly inside: ReadonlyMap<string, FindingTree>
}

/** Where nothing changed it is the same object as before, so that nothing there is drawn again. */
export function findingTree(
  findings: readonly SchemaFinding[],
  before: FindingTree | undefined
): FindingTree | undefined {
  if (findings.length === 0) return undefined
  return grow(
    findings.map(({ pointer, message }) => ({ keys: keysOf(pointer), message })),
    before
  )
}

type Placed = { readonly keys: readonly string[]; readonly message: string }

function grow(placed: readonly Placed[], before: FindingTree | undefined): FindingTree {
  const own = [...new Set(placed.flatMap(({ keys, message }) => (keys.length > 0 ? [] : message)))]
  const deeper = Map.groupBy(
    placed.filter(({ keys }) => keys.length > 0),
    ({ keys }) => keys[0] ?? ''
  )
  const inside = new Map(
    [...deeper].map(([key, all]) => [
      key,
      grow(
        all.map(({ keys, message }) => ({ keys: keys.slice(1), message })),
        before?.inside.get(key)
      )
    ])
  )
  return before && isSame(before, own, inside) ? before : { own, inside }
}

function isSame(
  before: FindingTree,
  own: readonly string[],
  inside: ReadonlyMap<string, FindingTree>
): boolean {
  return (
    before.own.length === own.length &&
    own.every((message, index) => message === before.own[index]) &&
    before.inside.size === inside.size &&
    [...inside].every(([key, tree]) => before.inside.get(key) === tree)
  )
}

export type PlacedFinding = { readonly pointer: string; readonly message: string }

/** Everything in it but what is shown at the places named `shown`. */
export function findingsBeside(
  tree: FindingTree | undefined,
  shown: (key: string) => boolean,
  pointer = ''
): readonly PlacedFinding[] {
  if (!tree) return []
  return [
    ...tree.own.map((message) => ({ pointer, message })),
    ...[...tree.inside].flatMap(([key, inner]) =>
      pointer === '' && shown(key) ? [] : findingsBeside(inner, () => false, placeIn(pointer, key))
    )
  ]
}
