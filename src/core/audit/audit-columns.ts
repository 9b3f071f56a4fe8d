/** Where the audit log has what a filter asks for. */
import type { AUDIT_RECORDS } from '../../shared/query/audit-records'
import { timeOf, type Moment } from '../../shared/query/moments'
import { namedIn, oneOf, sql, within, type Columns } from '../query/query-sql'
import { CANCELLED_TEXT } from './auditing'

/** A frame that a person wrote may have any method, and decides nothing. */
export const DECISION = `CASE WHEN d.ending = 'ok' AND d.kind <> 'raw' AND l.method LIKE 'patchbay/%'
  THEN decision_of(l.method, l.params, l.result) END`
/** Takes the runs that go on as a parameter. */
export const STATUS = `CASE WHEN l.error = '${CANCELLED_TEXT}' THEN 'cancelled'
  WHEN d.ending IS NOT NULL THEN d.ending
  WHEN d.run IN (SELECT value FROM json_each(?)) THEN 'running' ELSE 'interrupted' END`

const TEXTS = [
  'l.method',
  'd.server_name',
  'd.target',
  'l.session_id',
  'l.params',
  'l.result',
  'l.error',
  DECISION
]

export type AuditContext = {
  /** The runs that go on, as JSON. */
  readonly live: string
  /** Local midnight, with which the last day of the log begins. */
  readonly dayOf: number
}

/** Of `mcp_audit_log l` and `audit_detail d`. Needs the functions of `AuditReader`. */
export function auditColumns({ live, dayOf }: AuditContext): Columns<typeof AUDIT_RECORDS> {
  const timestampOf = (moment: Moment): string => new Date(timeOf(moment, dayOf)).toISOString()
  return {
    texts: TEXTS,
    fields: {
      // The first is the name in the list.
      server: namedIn(
        `coalesce(d.server_name, 'Patchbay')`,
        'name_with_scope(d.server, d.server_name)',
        'd.server'
      ),
      method: namedIn('l.method'),
      target: namedIn('d.target'),
      status: (statuses) => {
        const { text, params } = oneOf(STATUS, statuses)
        return sql(text, live, ...params)
      },
      took: within('l.duration_ms'),
      after: (moment) => sql('l.timestamp >= ?', timestampOf(moment)),
      before: (moment) => sql('l.timestamp < ?', timestampOf(moment))
    }
  }
}
