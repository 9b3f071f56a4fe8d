/** For tests: a history on a table of calls that has no thread of its own. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach } from 'vitest'
import { messageOf } from '../../shared/protocol/errors'
import { News } from '../values/news'
import type { StoreClient } from './store-client'
import { callViewsOf, storeAnswers } from '../store/store-answers'
import type { CallsChange } from '../store/store-messages'
import { openTables } from '../store/rows/tables'
import { TrafficStore } from '../store/traffic-store'
import type { CallRow } from '../../shared/calls/call-contract'
import type { ServerId } from '../../shared/protocol/ids'
import { LiveCalls } from './live-calls'
import { History, type CallStore, type HistoryOptions } from './history'

const open: TrafficStore[] = []
afterEach(() => {
  for (const store of open.splice(0)) store.close()
})

/** What the thread would do, done at once. */
export function callStoreIn(folder: string): CallStore & { readonly traffic: TrafficStore } {
  const news = new News<CallsChange>()
  const traffic = new TrafficStore(openTables(pathIn(folder), () => {}))
  open.push(traffic)
  traffic.calls.forgetRemoved()
  const views = callViewsOf(() => traffic)
  const answers: Record<string, (...args: never[]) => unknown> = storeAnswers(
    () => traffic,
    () => Infinity,
    views
  )
  const tell = (problem?: string): void =>
    news.tell({
      grew: views.growths(),
      hasUnreadable: traffic.calls.hasUnreadable,
      ...(problem !== undefined && { problem })
    })
  const ask = async (name: string, ...args: never[]): Promise<unknown> => {
    const { revision } = traffic.calls
    const answer = answers[name]?.(...args)
    if (traffic.calls.revision !== revision) tell()
    return answer
  }
  return {
    traffic,
    news,
    breaks: new News(),
    ask: ask as StoreClient['ask'],
    hand: ({ calls, limits }) => {
      try {
        traffic.keepCalls(undefined, calls, limits)
        news.tell({ kept: calls.map(({ id }) => id) })
        tell()
      } catch (error) {
        tell(messageOf(error))
      }
    }
  }
}

type Options = Omit<HistoryOptions, 'store' | 'live' | 'onGrowth'> &
  Partial<Pick<HistoryOptions, 'live' | 'onGrowth'>>

export function historyIn(folder: string, options: Options): History {
  const nobody = { live: new LiveCalls(), onGrowth: () => undefined }
  return new History({ ...nobody, ...options, store: callStoreIn(folder) })
}

/** All calls of a tool that match a filter, as a list has them. */
export async function listOf(
  history: History,
  serverId: ServerId,
  tool: string,
  filter = ''
): Promise<readonly CallRow[]> {
  const { viewId, count } = await history.open({ serverId, tool, filter })
  const { rows } = await history.rows(viewId, { from: 0, count: count.matched })
  await history.close(viewId)
  return rows
}

/** How much there is of each call that is kept, oldest first. */
export function callSizes(folder: string): readonly number[] {
  const rows = query(folder, 'SELECT length(row) + length(rest) AS size FROM call ORDER BY rowid')
  return rows.map(({ size }) => Number(size))
}

export function query(folder: string, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new DatabaseSync(pathIn(folder))
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

function pathIn(folder: string): string {
  return join(folder, 'traffic.db')
}
