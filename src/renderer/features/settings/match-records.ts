import type { TrustRecord } from '../../../shared/servers/configuration'

/** Newest first; each word of the filter is in the name, the command, the file or the decision. */
export function matchRecords(
  records: readonly TrustRecord[],
  filter: string
): readonly TrustRecord[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return records
    .filter((record) => {
      const text = textOf(record)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => b.time - a.time)
}

function textOf({ decision, name, what, source, isUnused }: TrustRecord): string {
  return [decision, name, what, source, isUnused ? 'unused' : ''].join('\n').toLowerCase()
}
