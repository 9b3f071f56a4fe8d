/** What a file could be called, after an address. Main makes it safe; here it is only proposed. */
export function nameFrom(uri: unknown, otherwise: string): string {
  if (typeof uri !== 'string') return otherwise
  const last = uri.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return last === '' || last.length > 200 ? otherwise : last
}
