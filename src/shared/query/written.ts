/** How a term is written, so that it is read as it is meant. */
import type { FieldDefinition } from './vocabulary'

/** Between quotes only where it would be read as something else. */
export function writtenValue(value: string | number, field: FieldDefinition | undefined): string {
  if (typeof value === 'number') return String(value)
  const isPlain = field?.takes !== 'id' && value !== '' && !/[\s"|*]/.test(value)
  // What begins like this behind a colon is taken for a URI.
  return isPlain && !value.startsWith('//') ? value : quoted(value)
}

export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
