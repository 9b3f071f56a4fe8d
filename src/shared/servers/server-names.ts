/**
 * What a server is called wherever several servers are named: its name, and behind the name its scope
 * where another server has the same name, or where the name itself looks like one with a scope. No two
 * servers are called the same. The only place that decides it.
 */

/** The id says where the server is written down. */
export type NamedServer = { readonly id: string; readonly name: string }

export const DEMO_ID = 'demo'

const DOT = '·'
const BEFORE_SCOPE = ` ${DOT} `
const WRITTEN = /^(local|project|user):(?:([0-9a-f]{12}):)?/
/** Enough of the hash of a project folder to tell two folders apart. */
const HASH_CHARS = 4

/** As the server is called where another one has its name. */
export function nameWithScope({ id, name }: NamedServer): string {
  return `${name}${BEFORE_SCOPE}${placeOf({ id, name }).scope}`
}

/** Returns a function that names a server, whether or not it is among the known ones. */
export function serverNames(known: Iterable<NamedServer>): (server: NamedServer) => string {
  const byName = new Map<string, Set<string>>()
  for (const { id, name } of known) {
    const ids = byName.get(name)
    if (ids) ids.add(id)
    else byName.set(name, new Set([id]))
  }
  const labelOf = (server: NamedServer): string => {
    const { id, name } = server
    if (hasItsScope(server)) return name
    const namesakes = [...(byName.get(name) ?? [])].filter((other) => other !== id)
    if (namesakes.length === 0) return name.includes(DOT) ? nameWithScope(server) : name
    const { scope, hash } = placeOf(server)
    const isInScope = namesakes.some((other) => placeOf({ id: other, name }).scope === scope)
    // Two projects of one run may each have a server of this name.
    const more = isInScope && hash !== undefined ? ` ${hash.slice(0, HASH_CHARS)}` : ''
    return `${nameWithScope(server)}${more}`
  }
  const byLabel = new Map<string, Set<string>>()
  for (const [name, ids] of byName) {
    for (const id of ids) {
      const label = labelOf({ id, name })
      byLabel.set(label, new Set([...(byLabel.get(label) ?? []), id]))
    }
  }
  return (server) => {
    const label = labelOf(server)
    // An id of a file may be any text, and two folders may have hashes that begin alike.
    const isTaken = [...(byLabel.get(label) ?? [])].some((id) => id !== server.id)
    return isTaken ? `${label} (${server.id})` : label
  }
}

/** Whether the name already has its scope: the id holds the name as the file has it. */
function hasItsScope({ id, name }: NamedServer): boolean {
  const written = { id, name: id.replace(WRITTEN, '') }
  const { hash = '' } = placeOf(written)
  const labels = [nameWithScope(written), `${nameWithScope(written)} ${hash.slice(0, HASH_CHARS)}`]
  const isForeign = id === written.name && name.endsWith(`${BEFORE_SCOPE}${id}`)
  return labels.includes(name) || isForeign || name.endsWith(` (${id})`)
}

/** The same for all of them, by their ids. */
export function namesById(known: Iterable<NamedServer>): Readonly<Record<string, string>> {
  const servers = [...known]
  const nameOf = serverNames(servers)
  return Object.fromEntries(servers.map((server) => [server.id, nameOf(server)]))
}

type Place = { readonly scope: string; readonly hash?: string | undefined }

/** An id that no Patchbay made comes from a file, and stands for itself. */
function placeOf({ id, name }: NamedServer): Place {
  const [, scope, hash] = WRITTEN.exec(id) ?? []
  if (scope !== undefined) return { scope, hash }
  if (id !== name) return { scope: id }
  return { scope: id === DEMO_ID ? 'built-in' : 'command line' }
}
