import { nextIndex } from '../../ui/list-keys'
import type { ResourceRow } from './resource-tree'

const PAGE = 10

/** Where a key leads in the tree, or which folder it opens or closes. */
export type TreeStep = { readonly move: number } | { readonly toggle: string }

/** Undefined when the key is none of the tree's. */
export function stepOf(
  rows: readonly ResourceRow[],
  current: number,
  key: string
): TreeStep | undefined {
  const move = nextIndex(key, current, rows.length, PAGE)
  if (move !== undefined) return rows.length === 0 ? undefined : { move }
  const row = rows[current]
  if (!row) return undefined
  if (key === 'ArrowRight' && row.folder) {
    return row.folder.isOpen ? { move: current + 1 } : { toggle: row.id }
  }
  if (key === 'ArrowLeft') {
    if (row.folder?.isOpen === true) return { toggle: row.id }
    const parent = rows.findLastIndex(({ depth }, index) => index < current && depth < row.depth)
    return parent === -1 ? undefined : { move: parent }
  }
  return undefined
}
