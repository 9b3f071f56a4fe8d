import { isDeepStrictEqual } from 'node:util'
import type { OutsideChange, ServerRename } from '../../shared/servers/configuration'
import type { ConfigDocument, WrittenServer } from './config-document'
import { shownText } from '../hiding/hiding'

type Config = { readonly document: ConfigDocument; readonly text: string }
type Change = Pick<OutsideChange, 'servers' | 'renames' | 'before' | 'after'>

/** What differs between two readings of a file; undefined when it is the same text. */
export function configChange(was: Config, is: Config): Change | undefined {
  if (was.text === is.text) return undefined
  const servers = serverChanges(was.document, is.document)
  return {
    servers,
    renames: renamesIn(servers, was.document, is.document),
    before: shownText(was.text),
    after: shownText(is.text)
  }
}

function serverChanges(was: ConfigDocument, is: ConfigDocument): OutsideChange['servers'] {
  const before = new Map(was.servers.map(({ name, value }) => [name, value]))
  const after = new Map(is.servers.map(({ name, value }) => [name, value]))
  const kept = [...after].flatMap(([name, value]): OutsideChange['servers'] => {
    if (!before.has(name)) return [{ name, change: 'added' }]
    return isDeepStrictEqual(before.get(name), value) ? [] : [{ name, change: 'changed' }]
  })
  const gone = [...before.keys()].filter((name) => !after.has(name))
  return [...kept, ...gone.map((name) => ({ name, change: 'removed' as const }))]
}

/** Only where it is clear which became which. */
function renamesIn(
  changes: OutsideChange['servers'],
  was: ConfigDocument,
  is: ConfigDocument
): readonly ServerRename[] {
  const named = (change: 'added' | 'removed', { servers }: ConfigDocument) =>
    servers.filter(({ name }) => changes.some((one) => one.name === name && one.change === change))
  const gone = named('removed', was)
  const added = named('added', is)
  return gone.flatMap(({ name: from, value }) => {
    const same = (one: WrittenServer): boolean => isDeepStrictEqual(one.value, value)
    const [to, another] = added.filter(same)
    const isClear = to && !another && gone.filter(same).length === 1
    return isClear ? [{ from, to: to.name }] : []
  })
}
