/** The order in which servers are listed, and which of them a filter leaves. */
import type { ConfigDescription } from '../../../shared/servers/configuration'
import type { ServerScope, ServerSummary } from '../../../shared/servers/server-config'
import { describeStanding } from '../server/standing-words'

export type ServerGroup = {
  readonly scope: ServerScope
  readonly title: string
  /** Where it comes from, for whoever wants to know exactly. */
  readonly place?: string
  readonly servers: readonly ServerSummary[]
  /** How many there are without the filter. */
  readonly total: number
  readonly untrusted: number
  readonly isFaulty: boolean
}

const TITLES: readonly (readonly [ServerScope, string])[] = [
  ['local', 'Local'],
  ['project', 'Project'],
  ['user', 'User'],
  ['command line', 'Command line'],
  ['built-in', 'Built in']
]

export function groupServers(
  servers: readonly ServerSummary[],
  { files, project }: ConfigDescription,
  filter = ''
): readonly ServerGroup[] {
  return TITLES.flatMap(([scope, title]): ServerGroup[] => {
    const all = servers.filter((server) => server.scope === scope)
    const file = files.find((known) => known.scope === scope)
    const isProject = scope === 'project' && project !== undefined
    const isShown = scope === 'user' || isProject || all.length > 0 || file?.fault !== undefined
    if (!isShown) return []
    const place = isProject ? project.folder : file?.path
    return [
      {
        scope,
        title: isProject ? project.name : title,
        ...(place !== undefined && { place }),
        servers: all.filter((server) => matches(server, filter)),
        total: all.length,
        untrusted: untrustedIn(all).length,
        isFaulty: file?.fault !== undefined
      }
    ]
  })
}

/** Every word has to be found, in whatever the row or its tooltip says. */
function matches(server: ServerSummary, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/)
  const text = [
    server.name,
    server.scope,
    server.transport,
    server.description ?? '',
    ...(server.standing.kind === 'usable' ? [] : [describeStanding(server.standing).word]),
    ...wayTo(server)
  ]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

function wayTo(server: ServerSummary): readonly string[] {
  if (server.transport === 'unknown') return []
  return server.transport === 'stdio' ? [server.command, ...server.args] : [server.url]
}

/** Everything of a group that waits for the person's word. */
export function untrustedIn(servers: readonly ServerSummary[]): readonly ServerSummary[] {
  return servers.filter(({ standing }) => standing.kind === 'untrusted')
}
