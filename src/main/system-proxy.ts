/** Asks the system which proxy leads to an address, as its browsers would. */
import { session, type Session } from 'electron'

/** Without `persist:` it lives in memory only. Nothing is ever loaded in it. */
const PARTITION = 'system-proxy'

let own: Promise<Session> | undefined

/** In the words of a PAC file, such as `PROXY host:8080; DIRECT`. */
export async function resolveSystemProxy(url: string): Promise<string> {
  own ??= open()
  // Chromium knows rules for pages only, and those for sockets are the same.
  return (await own).resolveProxy(url.replace(/^ws/i, 'http'))
}

async function open(): Promise<Session> {
  const found = session.fromPartition(PARTITION)
  await found.setProxy({ mode: 'system' })
  return found
}
