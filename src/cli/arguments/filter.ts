/** Refuses a filter that has mistakes, and shows where they are. */
import type { Query } from '../../shared/query/terms'
import { wrongUsage } from '../output/usage'

export function expectUnderstood(text: string, { errors }: Pick<Query, 'errors'>): void {
  if (errors.length === 0) return
  const lines = errors.map(({ start, end, message }) => {
    const part = text.slice(start, end)
    const place = `character ${start + 1}`
    return part === '' ? `At ${place}: ${message}` : `At ${place}, ${part}: ${message}`
  })
  throw wrongUsage(`This filter cannot be understood.\n${lines.join('\n')}`)
}
