/** Who writes the audit log: a record that nobody can complete any more was interrupted. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { startTimeOf } from '../../process/survivors'

export function beginRun(database: DatabaseSync, now: number): number {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO audit_run(pid, process_start, started_at) VALUES (?, ?, ?)')
    .run(process.pid, startTimeOf(process.pid) ?? null, new Date(now).toISOString())
  return Number(lastInsertRowid)
}

/** The runs whose process is still there. */
export function liveRuns(database: DatabaseSync): readonly number[] {
  const open = `SELECT * FROM audit_run WHERE id IN
    (SELECT DISTINCT run FROM audit_detail WHERE ending IS NULL)`
  return database
    .prepare(open)
    .all()
    .filter(isLive)
    .map(({ id }) => Number(id))
}

function isLive({ pid, process_start: startedAt }: Record<string, SQLOutputValue>): boolean {
  const now = startTimeOf(Number(pid))
  // Numbers are given again; where the system tells when a process began, it is this one or none.
  if (startedAt !== null) return now === startedAt
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
