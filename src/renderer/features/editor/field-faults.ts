import type { ConfigFault } from '../../../shared/servers/server-config'

/** What is wrong with a field or something in it, in one text; undefined when nothing is. */
export function problemAt(
  faults: readonly ConfigFault[],
  ...fields: readonly string[]
): string | undefined {
  const found = faults.filter(({ field }) =>
    fields.some((name) => field === name || field?.startsWith(`${name}.`) === true)
  )
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ')
}

/** Of a new definition only what the person has got to is worth complaining about. */
export function faultsOfTouched(
  faults: readonly ConfigFault[],
  touched: ReadonlySet<string>
): readonly ConfigFault[] {
  return faults.filter(({ field }) => field !== undefined && touched.has(field.split('.')[0] ?? ''))
}
