/** Traffic for tests of handlers: kept in memory, and asked for as the thread is asked. */
import { Redactor } from '../../core/redaction/redaction'
import { News } from '../../core/values/news'
import { storeAnswers } from '../../core/store/store-answers'
import type { StoreClient } from '../../core/ledger/store-client'
import { openTables } from '../../core/store/rows/tables'
import { TrafficStore } from '../../core/store/traffic-store'
import type { TrafficLog } from '../../core/traffic/traffic-log'
import { trafficViews } from '../records/traffic'
import type { Traffic } from '../records/traffic'

export type KeptTraffic = {
  readonly traffic: Traffic
  readonly store: TrafficStore
  readonly live: number
  readonly redactor: Redactor
}

/** Records what the log has when it is flushed. */
export function keptTraffic(log: TrafficLog): KeptTraffic {
  const redactor = new Redactor()
  const store = new TrafficStore(
    openTables(':memory:', () => {}),
    (text) => redactor.redactJson(text)
  )
  const live = store.recordings.begin(0)
  const answers = storeAnswers(() => store)
  const ask = async (name: keyof typeof answers, ...args: readonly unknown[]): Promise<unknown> =>
    (answers[name] as (...given: readonly unknown[]) => unknown)(...args)
  const thread = {
    ask: ask as StoreClient['ask'],
    liveRecording: () => Promise.resolve(live),
    setLimits: () => {}
  }
  return {
    store,
    live,
    redactor,
    traffic: {
      thread,
      calls: { ask: thread.ask, hand: () => {}, news: new News(), breaks: new News() },
      views: trafficViews(thread),
      count: () => Promise.reject(new Error('not asked for here')),
      flush: () => {
        const { lastSeq } = store.recordings.extentOf(live)
        const entries = log.tail(Infinity).filter(({ seq }) => seq > lastSeq)
        const raws = entries.map(({ seq }) => log.raw(seq) ?? '')
        store.append(live, entries, raws)
      },
      stop: () => Promise.resolve()
    }
  }
}
