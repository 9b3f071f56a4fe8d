/** All rows of a list that is shown, while others are found and forgotten. */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ListCount } from '../../shared/traffic/list'
import { isSame } from '../../shared/verdicts/difference'
import { MOST_ROWS, type RecordList } from './record-list'

/** Nobody reads more of what was copied. */
const MOST_AT_ONCE = 50_000

/**
 * The first rows, up to a limit. Each page begins with the last row of the page before: if another row
 * stands there, rows came or went before it, and all are read again. Rejects when the list fails or is
 * closed before it is complete.
 */
export async function everyRow<Spec, Row, Count extends ListCount>(
  list: RecordList<Spec, Row, Count>
): Promise<readonly Row[]> {
  let rows: readonly Row[] = []
  for (;;) {
    await complete(list)
    const from = Math.max(0, rows.length - 1)
    const count = Math.min(MOST_ROWS, MOST_AT_ONCE - from)
    const page = await list.rowsFrom(from, count)
    const isContinued = rows.length === 0 || isSame(page[0], rows[from])
    rows = isContinued ? [...rows.slice(0, from), ...page] : []
    if (isContinued && (page.length < count || rows.length === MOST_AT_ONCE)) return rows
  }
}

async function complete<Spec, Row, Count extends ListCount>(
  list: RecordList<Spec, Row, Count>
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = (): void => {
    const { failure, count } = list.current()
    if (failure !== undefined) reject(new WorkbenchError(WorkbenchErrorCode.Internal, failure))
    else if (list.closed.aborted || count?.isComplete === true) resolve()
  }
  const stop = list.subscribe(look)
  list.closed.addEventListener('abort', look)
  look()
  try {
    await promise
  } finally {
    stop()
    list.closed.removeEventListener('abort', look)
  }
}
