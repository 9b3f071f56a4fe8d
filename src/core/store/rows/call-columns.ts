/** Where the table of calls has what a filter asks for. */
import { SLOW_MS } from '../../../shared/query/frames'
import type { CALLS, CallState } from '../../../shared/query/calls'
import { timeOf } from '../../../shared/query/moments'
import { anyOf, namedIn, oneOf, sql, within, type Columns } from '../../query/query-sql'

/**
 * The calls `c` of a scope, with `c.facts` and `c.more`, which are empty where they are damaged, and the
 * frames `q` and `a` that they refer to.
 */
export const FROM_CALLS = `(
    SELECT *, rowid AS call_row, iif(json_valid(row), row, '{}') AS facts, iif(json_valid(rest), rest, '{}') AS more
    FROM call WHERE scope = ? AND is_removed = 0
  ) c
  LEFT JOIN raw q ON q.key = c.request_key LEFT JOIN raw a ON a.key = c.answer_key`

const SERVER = fact('serverId')
const TOOK = fact('tookMs')
const ENDING = fact('ending')

/** Names are looked for where they stand, and what else there is around them is not. */
const TEXTS = [
  'c.name',
  part('c.facts', 'arguments'),
  part('c.facts', 'meta'),
  part('c.more', 'arguments'),
  part('c.more', 'meta'),
  part('c.more', 'outcome.result'),
  part('c.more', 'outcome.error'),
  part('c.more', 'outcome.reason'),
  part(`iif(json_valid(q.text), q.text, '{}')`, 'params.arguments'),
  part(`iif(json_valid(a.text), a.text, '{}')`, 'result'),
  part(`iif(json_valid(a.text), a.text, '{}')`, 'error')
]

/** `dayOf` is the local midnight with which the day of the newest call begins. */
export function callColumns(dayOf: number): Columns<typeof CALLS> {
  const idIs = namedIn(SERVER)
  const nameIs = namedIn('s.name')
  return {
    texts: TEXTS,
    fields: {
      server: (globs) => {
        const { text, params } = nameIs(globs)
        const named = `SELECT 1 FROM server s WHERE s.id = ${SERVER} AND (${text})`
        return anyOf([sql(`EXISTS (${named})`, ...params), idIs(globs)], (same) => same)
      },
      tool: namedIn(fact('tool')),
      name: namedIn('c.name'),
      status: (endings) => oneOf(ENDING, endings),
      is: (states) => anyOf(states as readonly CallState[], (state) => sql(STATES[state])),
      took: within(TOOK),
      size: within(fact('answerBytes')),
      after: (moment) => sql('c.started_at >= ?', timeOf(moment, dayOf)),
      before: (moment) => sql('c.started_at < ?', timeOf(moment, dayOf))
    }
  }
}

const STATES: Readonly<Record<CallState, string>> = {
  error: `${ENDING} NOT IN ('ok', 'cancelled')`,
  violation: fact('hasFindings'),
  slow: `${TOOK} > ${SLOW_MS}`,
  pinned: 'c.is_pinned',
  named: 'c.name IS NOT NULL',
  forced: fact('isForced')
}

function fact(member: string): string {
  return `(c.facts ->> '$.${member}')`
}

/** As JSON. */
function part(json: string, path: string): string {
  return `(${json} -> '$.${path}')`
}
