import { isDeepStrictEqual } from 'node:util'
import type { OutsideChange } from '../../shared/configuration'
import type { ConfigDocument } from './config-document'
import { shownText } from './hiding'

type Config = { readonly document: ConfigDocument; readonly text: string }
type Change = Pick<OutsideChange, 'servers' | 'before' | 'after'>

/** What differs between two readings of a file; undefined when it is the same text. */
export function configChange(was: Config, is: Config): Change | undefined {
  if (was.text === is.text) return undefined
  return {
    servers: serverChanges(was.document, is.document),
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
