export type ItemAction = 'up' | 'down' | 'copy' | 'remove'

/** The list after something was done with one of its items. */
export function withAction<T>(
  items: readonly T[],
  index: number,
  action: ItemAction,
  copyOf: (item: T) => T
): readonly T[] {
  const item = items[index]
  if (item === undefined) return items
  if (action === 'copy') return items.toSpliced(index + 1, 0, copyOf(item))
  const others = items.toSpliced(index, 1)
  if (action === 'remove') return others
  const to = action === 'up' ? index - 1 : index + 1
  return to < 0 || to > others.length ? items : others.toSpliced(to, 0, item)
}
