/** What keys do in the list, apart from any window. */
import { nextIndex } from '../../../ui/list/list-keys'

export type ListAction =
  | { readonly kind: 'go'; readonly index: number }
  | {
      readonly kind:
        'open' | 'close' | 'pair' | 'follow' | 'filter' | 'pause' | 'unfold' | 'fold' | 'copy'
    }

type Key = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const KEYS: Readonly<Record<string, Exclude<ListAction['kind'], 'go'>>> = {
  Enter: 'open',
  Escape: 'close',
  p: 'pair',
  f: 'follow',
  '/': 'filter',
  ' ': 'pause',
  ArrowRight: 'unfold',
  ArrowLeft: 'fold'
}

/** Undefined for a key that does nothing here. `current` is -1 where no row is. */
export function actionOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  current: number,
  count: number,
  page: number
): ListAction | undefined {
  if (ctrlKey || metaKey || altKey) {
    return (ctrlKey || metaKey) && key.toLowerCase() === 'c' ? { kind: 'copy' } : undefined
  }
  const index = count === 0 ? undefined : nextIndex(key, current, count, page)
  if (index !== undefined) return { kind: 'go', index }
  const kind = KEYS[key]
  return kind && { kind }
}
