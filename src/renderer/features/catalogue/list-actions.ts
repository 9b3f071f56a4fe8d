/** What a key means in a list of the catalogue. */
import { nextIndex } from '../../ui/list/list-keys'
import type { ListRow } from './list-row'

export type ListAction =
  | { readonly kind: 'go'; readonly index: number }
  /** The row is opened when it is folded, and folded when it is open. */
  | { readonly kind: 'fold'; readonly index: number }
  | { readonly kind: 'enter' }
  /** The person types what they look for. */
  | { readonly kind: 'type'; readonly text: string }

type Key = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Undefined when the key is not for the list. */
export function actionOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  rows: readonly ListRow[],
  active: number,
  page: number
): ListAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const row = rows[active]
  if (key === 'ArrowLeft') return row && outwards(row, rows, active)
  if (key === 'ArrowRight') return row && inwards(row, active)
  if (key === 'Enter' || key === ' ') {
    if (row?.isHeading === true) return { kind: 'fold', index: active }
    return row && { kind: 'enter' }
  }
  const index = nextIndex(key, active, rows.length, page)
  if (index !== undefined) return { kind: 'go', index }
  return key.length === 1 && key !== '/' ? { kind: 'type', text: key } : undefined
}

/** Folds what is open, or leads to what the row is below. */
function outwards(row: ListRow, rows: readonly ListRow[], active: number): ListAction | undefined {
  if (row.folder?.isOpen === true) return { kind: 'fold', index: active }
  const index = rows.findLastIndex(({ depth }, other) => other < active && depth < row.depth)
  return index === -1 ? undefined : { kind: 'go', index }
}

/** Opens what is folded, or leads to the first row below. */
function inwards({ folder }: ListRow, active: number): ListAction | undefined {
  if (!folder) return undefined
  return folder.isOpen ? { kind: 'go', index: active + 1 } : { kind: 'fold', index: active }
}
