/** What became of requests, written beside them when it is known. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { answersIn, type TrafficEntry } from '../../../shared/traffic/traffic'

export type EndingStatements = {
  readonly answer: StatementSync
  readonly cancel: StatementSync
  readonly abandon: StatementSync
}

export function prepareEndings(database: DatabaseSync): EndingStatements {
  return {
    answer: database.prepare(
      `UPDATE entry SET ending_kind = ?, ending_seq = ?, ending_took = ?, ending_is_tool_error = ?,
       ending_time = ? WHERE key = ?`
    ),
    cancel: database.prepare(
      `UPDATE entry SET ending_kind = 'cancelled', ending_time = ? WHERE key = ?`
    ),
    // An answer that came all the same outweighs it.
    abandon: database.prepare(
      `UPDATE entry SET ending_kind = 'abandoned', ending_time = ?
       WHERE key = ? AND ending_kind IS NULL`
    )
  }
}

/** The requests of which something became known by this entry. */
export function noteEndings(
  { answer, cancel, abandon }: EndingStatements,
  base: number,
  entry: TrafficEntry
): readonly number[] {
  const { seq, time, cancels, abandons = [] } = entry
  const ended = [...abandons]
  for (const { request, kind, tookMs, isToolError } of answersIn(entry)) {
    const isBad = isToolError === true ? 1 : null
    answer.run(kind, seq, tookMs ?? null, isBad, time, base + request)
    ended.push(request)
  }
  if (cancels !== undefined) {
    cancel.run(time, base + cancels)
    ended.push(cancels)
  }
  for (const request of abandons) abandon.run(time, base + request)
  return ended
}
