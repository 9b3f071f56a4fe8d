/** Pictures of things in a catalogue. The window fetches none of them: main does, if it may. */
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'

/** A server may name many; whoever has looked at a few that cannot be shown gives up. */
const TRIED = 3
const LONGEST_CHARS = 100_000
const KEPT = 100

/** Where the icons are that were made for this theme or for any, the first ones of them. */
export function iconAddresses(icons: unknown, isDark: boolean): readonly string[] {
  if (!Array.isArray(icons)) return []
  const other = isDark ? 'light' : 'dark'
  return icons
    .slice(0, TRIED * 4)
    .flatMap((icon: unknown) => (isObject(icon) && icon['theme'] !== other ? [icon['src']] : []))
    .filter((src) => typeof src === 'string')
    .filter((src) => src.length <= LONGEST_CHARS)
    .slice(0, TRIED)
}

const known = new Map<string, Promise<string | null>>()

/** The first that may be shown, as a data address. Never rejects. */
export async function firstPicture(
  serverId: ServerId,
  addresses: readonly string[]
): Promise<string | undefined> {
  for (const src of addresses) {
    const picture = await pictureAt(serverId, src)
    if (picture !== null) return picture
  }
  return undefined
}

/** What was asked for once is not fetched again for as long as it is remembered. */
function pictureAt(serverId: ServerId, src: string): Promise<string | null> {
  const key = JSON.stringify([serverId, src])
  const asked = known.get(key) ?? request('icon.read', { serverId, src }).catch(() => null) // none
  known.delete(key)
  known.set(key, asked)
  const [oldest] = known.keys()
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
  return asked
}
