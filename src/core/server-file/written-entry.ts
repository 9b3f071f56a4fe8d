/** An entry as it stands in a text: what it says, and what is wrong with it at which place. */
import { ServerId } from '../../shared/protocol/ids'
import type { ConfigFault } from '../../shared/servers/server-config'
import { definitionOf, readEntry, type Entry } from './entry'
import { nodeAlong, propertiesOf, valueOf, type Node, type TextPlace } from '../jsonc/jsonc'

export type WrittenEntry = {
  readonly value: unknown
  /** Absent when it cannot be used. It can be, for all that, while something is written twice. */
  readonly entry?: Entry
  readonly faults: readonly ConfigFault[]
}

export function writtenEntry(node: Node, placeOf: (offset: number) => TextPlace): WrittenEntry {
  const value = valueOf(node)
  const repeated = repeatsIn(node, '', placeOf)
  const located = (fault: ConfigFault): ConfigFault => ({
    ...fault,
    ...placeOf(fault.field === undefined ? node.offset : nodeAlong(node, fault.field).offset)
  })
  const read = readEntry(value)
  if ('faults' in read) return { value, faults: [...read.faults.map(located), ...repeated] }
  const defined = definitionOf(read.entry, { id: PROBE, name: 'probe', scope: 'user' })
  if ('faults' in defined) return { value, faults: [...defined.faults.map(located), ...repeated] }
  return { value, entry: read.entry, faults: repeated }
}

/** What a definition is called says nothing about whether it is right. */
const PROBE = ServerId.parse('probe')

/** Fields that are written more than once in the same object, at any depth. */
function repeatsIn(
  node: Node,
  path: string,
  placeOf: (offset: number) => TextPlace
): readonly ConfigFault[] {
  if (node.type === 'array') {
    return (node.children ?? []).flatMap((child, index) =>
      repeatsIn(child, `${path}${index}.`, placeOf)
    )
  }
  const properties = propertiesOf(node)
  const inside = properties.flatMap(({ key, value }) => repeatsIn(value, `${path}${key}.`, placeOf))
  return [...repeatFaults(properties, path, placeOf), ...inside]
}

/** One fault for each key that is there more than once, at the last of its places. */
export function repeatFaults(
  properties: readonly { readonly key: string; readonly node: Node }[],
  path: string,
  placeOf: (offset: number) => TextPlace
): readonly (ConfigFault & { readonly field: string })[] {
  const places = new Map<string, TextPlace[]>()
  for (const { key, node } of properties) {
    const place = placeOf(node.offset)
    const known = places.get(key)
    if (known) known.push(place)
    else places.set(key, [place])
  }
  return [...places].flatMap(([key, all]) => {
    const last = all.at(-1)
    if (all.length < 2 || !last) return []
    const lines = all.map(({ line }) => line)
    const where = `${lines.slice(0, -1).join(', ')} and ${last.line}`
    const message = `"${path}${key}" is written more than once, in lines ${where}. The last one counts; delete the others.`
    return [{ message, field: path + key, ...last }]
  })
}
