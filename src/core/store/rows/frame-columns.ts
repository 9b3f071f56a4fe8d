/** Where the traffic has what a filter asks for. */
import type { FRAMES, State } from '../../../shared/query/frames'
import { SLOW_MS } from '../../../shared/query/frames'
import { globMatches } from '../../../shared/query/glob'
import { timeOf } from '../../../shared/query/moments'
import type { Alternatives } from '../../../shared/query/vocabulary'
import { nameWithScope, type NamedServer } from '../../../shared/servers/server-names'
import {
  anyOf,
  containing,
  namedIn,
  oneOf,
  sql,
  within,
  type Columns,
  type Sql
} from '../../query/query-sql'

/** What a filter has to know about the recording that it is for. */
export type QueryContext = {
  /** Local midnight, with which the last day of the recording begins. */
  readonly dayOf: number
  readonly servers: readonly NamedServer[]
}

/** Of `entry e`, and of `raw r` if texts are looked through. */
export function frameColumns({ dayOf, servers }: QueryContext): Columns<typeof FRAMES> {
  const serverIs = namedIn('e.server')
  return {
    texts: ['r.text'],
    fields: {
      server: (globs) => {
        const named = servers.filter((server) =>
          globs.some((glob) =>
            [server.name, nameWithScope(server)].some((name) => globMatches(glob, name))
          )
        )
        const ids = named.map(({ id }) => id)
        return anyOf([oneOf('e.server', ids), serverIs(globs)], (same) => same)
      },
      method: namedIn('e.method'),
      tool: targetOf('tools/call'),
      resource: targetOf('resources/read'),
      prompt: targetOf('prompts/get'),
      target: namedIn('e.target'),
      kind: (kinds) => oneOf('e.kind', kinds),
      is: (states) => anyOf(states as readonly State[], (state) => sql(STATES[state])),
      id: (ids) =>
        oneOf(
          'e.rpc_id',
          ids.map((id) => JSON.stringify(id))
        ),
      origin: (origins) => oneOf('e.origin', origins),
      took: within('coalesce(e.took, e.ending_took)'),
      size: within('e.bytes'),
      after: (moment) => sql('e.time >= ?', timeOf(moment, dayOf)),
      before: (moment) => sql('e.time < ?', timeOf(moment, dayOf)),
      rule: (globs) => {
        const { text, params } = namedIn(`json_extract(v.value, '$.rule')`)(globs)
        return sql(`EXISTS (SELECT 1 FROM json_each(e.violations) v WHERE ${text})`, ...params)
      },
      level: (levels) => oneOf('e.level', levels),
      log: (texts) => {
        const said = anyOf(texts, (text) => containing(['e.text', 'e.logger'], text))
        return sql(`(${STATES.log}) AND (${said.text})`, ...said.params)
      },
      frame: within('(e.key & 4294967295)')
    }
  }
}

const STATES: Readonly<Record<State, string>> = {
  error: `e.kind = 'error' OR e.is_tool_error OR e.ending_kind = 'error' OR e.ending_is_tool_error
    OR (e.kind = 'auth' AND coalesce(json_extract(e.more, '$.status') NOT BETWEEN 1 AND 399, 0))`,
  pending: `(e.kind = 'request' OR (e.kind = 'auth' AND e.origin = 'workbench'))
    AND e.ending_kind IS NULL`,
  violation: 'e.violations IS NOT NULL',
  slow: `coalesce(e.took, e.ending_took) > ${SLOW_MS}`,
  cancelled: `e.ending_kind = 'cancelled'`,
  pinned: 'e.is_pinned',
  noted: `e.note <> ''`,
  answered: `e.ending_kind IN ('result', 'error', 'noise')`,
  unanswered: `e.kind = 'request' AND coalesce(e.ending_kind, '') NOT IN ('result', 'error', 'noise')`,
  log: `e.kind = 'stderr' OR (e.kind = 'notification' AND e.method = 'notifications/message')`,
  progress: `e.kind = 'notification' AND e.method = 'notifications/progress'`,
  background: 'e.is_background'
}

/** The target of a request with this method. */
function targetOf(method: string): (globs: Alternatives['name']) => Sql {
  const targetIs = namedIn('e.target')
  return (globs) => {
    const { text, params } = targetIs(globs)
    return sql(`e.method = '${method}' AND (${text})`, ...params)
  }
}
