/** What a server says about a resource, read with care: any of it may be of any type. */
import { nearestNumber } from '../../../shared/json/exact-number'
import { bytes } from '../../ui/text/format'

type Described = Readonly<Record<string, unknown>>

export function textIn(described: Described | undefined, key: string): string | undefined {
  const text = described?.[key]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The name to show beside the URI: the title, else the name, unless it is the URI itself. */
export function namesOf(described: Described | undefined): readonly string[] {
  const own = [described?.['uri'], described?.['uriTemplate']]
  const names = [textIn(described, 'title'), textIn(described, 'name')]
  return [...new Set(names)].filter((name) => name !== undefined && !own.includes(name)) as string[]
}

export function sizeOf(described: Described | undefined): string | undefined {
  const size = nearestNumber(described?.['size'])
  return size !== undefined && size >= 0 ? bytes(size) : undefined
}
