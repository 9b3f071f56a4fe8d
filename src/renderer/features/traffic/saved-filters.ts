/** Filters with a name. Pure, so that it is tested without a window. */
import { SAVED_FILTERS, type SavedFilter } from '../../../shared/ipc/preferences'

/** In the order of their names. One with the same name is replaced. */
export function withFilter(
  filters: readonly SavedFilter[],
  { name, query }: SavedFilter
): readonly SavedFilter[] {
  const named = name.trim().slice(0, SAVED_FILTERS.nameChars)
  return [...withoutFilter(filters, named), { name: named, query: query.trim() }].toSorted(
    (one, other) => one.name.localeCompare(other.name)
  )
}

export function withoutFilter(
  filters: readonly SavedFilter[],
  name: string
): readonly SavedFilter[] {
  return filters.filter((filter) => filter.name !== name)
}

/** A whole sentence: why it cannot be saved. */
export function whyNotSaved(
  filters: readonly SavedFilter[],
  query: string,
  isValid: boolean
): string | undefined {
  if (query.trim() === '') return 'Write a filter first; then it can be saved here.'
  if (!isValid) return 'Something is wrong in the filter; correct it first.'
  if (filters.length >= SAVED_FILTERS.most) return 'There are too many; delete one first.'
  return undefined
}
