/** For tests: a history on a table of calls that has no thread of its own. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach } from 'vitest'
import { messageOf } from '../../shared/protocol/errors'
import { News } from '../values/news'
import type { StoreClient } from './store-client'
import { storeAnswers } from '../store/store-answers'
import type { CallsChange } from '../store/store-messages'
import { openTables } from '../store/rows/tables'
import { TrafficStore } from '../store/traffic-store'
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
  const answers: Record<string, (...args: never[]) => unknown> = storeAnswers(() => traffic)
  const ask = async (name: string, ...args: never[]): Promise<unknown> => answers[name]?.(...args)
  return {
    traffic,
    news,
    ask: ask as StoreClient['ask'],
    hand: ({ calls, limits }) => {
      try {
        const scopes = traffic.keepCalls(undefined, calls, limits)
        news.tell({ scopes, hasUnreadable: traffic.calls.hasUnreadable })
      } catch (error) {
        news.tell({ scopes: [], problem: messageOf(error), hasUnreadable: false })
      }
    }
  }
}

export function historyIn(folder: string, options: Omit<HistoryOptions, 'store'>): History {
  return new History({ ...options, store: callStoreIn(folder) })
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
