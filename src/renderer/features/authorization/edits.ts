import type { FieldEdit, RequestField } from '../../../shared/sign-in/auth-debug'

/** Only what was changed: a hidden value that nobody touched is not known here. */
export function editsOf(
  fields: readonly RequestField[],
  values: readonly (string | undefined)[]
): readonly FieldEdit[] {
  return fields.flatMap(({ place, name, value: before }, index) => {
    const value = values[index]
    if (value === before) return []
    return [value === undefined ? { place, name } : { place, name, value }]
  })
}
