/** What is known of a server when it gets another id: under the new one. */
import type { IpcEvents } from '../../shared/ipc-contract'
import { movedKey } from '../../shared/moved-key'

export type Move = IpcEvents['server.moved']
type Records<T> = Readonly<Record<string, T>>

/** By the id of the server. */
export function withMovedServer<T>(byServer: Records<T>, { from, to }: Move): Records<T> {
  return withKeys(byServer, (key) => (key === from ? to : undefined))
}

/** By a key that names the server and something of it. */
export function withMovedKeys<T>(byKey: Records<T>, { from, to }: Move): Records<T> {
  return withKeys(byKey, (key) => movedKey(key, from, to))
}

/** The same records when no key is another; what has moved takes the place of what was there. */
function withKeys<T>(records: Records<T>, newKey: (key: string) => string | undefined): Records<T> {
  const moved: [string, T][] = []
  const others: [string, T][] = []
  for (const [key, value] of Object.entries(records)) {
    const next = newKey(key)
    if (next === undefined) others.push([key, value])
    else moved.push([next, value])
  }
  return moved.length === 0 ? records : Object.fromEntries([...others, ...moved])
}
