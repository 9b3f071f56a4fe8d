import { isDeepStrictEqual } from 'node:util'
import type { OutsideChange } from '../../shared/configuration'
import type { ConfigFile } from './config-file'
import { shownFileText } from './hiding'

type Read = ReturnType<ConfigFile['read']>
type Change = Pick<OutsideChange, 'servers' | 'before' | 'after'>

/** What differs between two readings of a file; undefined when it is the same text. */
export function fileChange(before: Read, after: Read): Change | undefined {
  const was = textOf(before)
  const is = textOf(after)
  if (was === is && 'fault' in before === 'fault' in after) return undefined
  return {
    servers: serverChanges(before, after),
    before: shownFileText(was),
    after: shownFileText(is)
  }
}

function textOf(read: Read): string {
  return read.text ?? ''
}

function serverChanges(before: Read, after: Read): OutsideChange['servers'] {
  if (!('document' in before) || !('document' in after)) return []
  const was = new Map(before.document.servers.map(({ name, value }) => [name, value]))
  const is = new Map(after.document.servers.map(({ name, value }) => [name, value]))
  const kept = [...is].flatMap(([name, value]): OutsideChange['servers'] => {
    if (!was.has(name)) return [{ name, change: 'added' }]
    return isDeepStrictEqual(was.get(name), value) ? [] : [{ name, change: 'changed' }]
  })
  const gone = [...was.keys()].filter((name) => !is.has(name))
  return [...kept, ...gone.map((name) => ({ name, change: 'removed' as const }))]
}
