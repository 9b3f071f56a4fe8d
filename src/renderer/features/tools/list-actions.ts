/** What a key means in the list of tools. */
import { nextIndex } from '../../ui/list-keys'
import { keyOf, type Row } from './group-tools'

export type ListAction =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'fold'; readonly prefix: string; readonly isFolded: boolean }
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
  rows: readonly Row[],
  active: number,
  page: number
): ListAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const row = rows[active]
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return sideways(key === 'ArrowLeft', rows, active)
  }
  if (key === 'Enter' || key === ' ') {
    if (row?.kind === 'group') {
      return { kind: 'fold', prefix: row.prefix, isFolded: !row.isFolded }
    }
    return row && { kind: 'enter' }
  }
  const index = nextIndex(key, active, rows.length, page)
  if (index !== undefined) return { kind: 'go', index }
  return key.length === 1 && key !== '/' ? { kind: 'type', text: key } : undefined
}

/** As in a tree: left folds, or leads to the heading; right unfolds, or leads to the first tool. */
function sideways(isLeft: boolean, rows: readonly Row[], active: number): ListAction | undefined {
  const row = rows[active]
  if (row?.kind === 'group') {
    if (isLeft !== row.isFolded) return { kind: 'fold', prefix: row.prefix, isFolded: isLeft }
    return isLeft ? undefined : { kind: 'go', index: active + 1 }
  }
  if (!isLeft || row?.group === undefined) return undefined
  const heading = `group ${row.group}`
  return { kind: 'go', index: rows.findIndex((other) => keyOf(other) === heading) }
}
