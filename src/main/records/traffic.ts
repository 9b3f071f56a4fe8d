/** Records what passes, and tells the window how what it looks at grows. */
import { dirname, join } from 'node:path'
import type { Ledger } from '../../core/ledger/ledger'
import type { Redactor } from '../../core/redaction/redaction'
import { LiveCount } from '../../core/traffic/live-count'
import { Recorder } from '../../core/ledger/recorder'
import type { Problems } from '../../core/problems/problems'
import type { CallStore } from '../../core/ledger/history'
import type { StoreLimits, StoreProblem } from '../../core/store/store-messages'
import { StoreClient } from '../../core/ledger/store-client'
import type { Workbench } from '../../core/workbench/workbench'
import type { ServerId } from '../../shared/protocol/ids'
import type { OpenedView, TrafficCount, ViewSpec } from '../../shared/traffic/traffic-row'
import type { WindowEvents } from '../ipc/broadcast'
import { OpenViews, withoutEnds } from './open-views'

/** Whoever looks at counts does not read faster. */
const COUNT_MS = 100

export type TrafficParts = {
  readonly profile: string
  readonly workbench: Workbench
  readonly redactor: Redactor
  readonly events: Pick<WindowEvents, 'send' | 'isBehind'>
  readonly ledger: Ledger
  readonly limits: StoreLimits
}

export type Traffic = {
  readonly thread: Pick<StoreClient, 'ask' | 'liveRecording' | 'setLimits'>
  /** Where calls are kept. */
  readonly calls: CallStore
  /** Of the window. */
  readonly views: OpenViews<ViewSpec, OpenedView>
  readonly count: () => Promise<TrafficCount>
  /** Whoever asks the thread next is told of all that has passed. */
  readonly flush: () => void
  /** What has passed is on disk when it resolves. */
  readonly stop: () => Promise<void>
}

export function openTraffic(parts: TrafficParts): Traffic {
  const { profile, workbench, redactor } = parts
  const { send, isBehind } = parts.events
  const path = join(profile, 'traffic', 'traffic.db')
  const live = new LiveCount()
  const thread = new StoreClient({
    ledger: parts.ledger,
    start: {
      path,
      oldHistory: join(profile, 'history'),
      startedAt: Date.now(),
      limits: parts.limits
    },
    onGrowth: (grew) => {
      // Nobody is shown a row that is not counted.
      if (timer) tellCount()
      send('traffic.grew', isBehind() ? withoutEnds(grew) : grew)
    },
    onProblem: (problem) => tellProblem(workbench.problems, problem, dirname(path)),
    onNewRecording: () => {
      recorder.startAnew()
      tellSoon()
    }
  })
  const views = trafficViews(thread)
  thread.breaks.hear(() => send('traffic.grew', views.gone()))
  const recorder = new Recorder({
    log: workbench.log,
    thread,
    redactor,
    nameOf: (serverId) => nameOf(workbench, serverId as ServerId)
  })
  workbench.log.waitFor(() => thread.congestion)
  let timer: NodeJS.Timeout | undefined
  const count = async (): Promise<TrafficCount> => live.of(await thread.liveRecording())
  const tellCount = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { recording } = thread
    if (recording !== undefined) send('traffic.counted', live.of(recording))
  }
  const tellSoon = (): void => {
    timer ??= setTimeout(tellCount, COUNT_MS)
  }
  thread.liveRecording().then(tellSoon, () => undefined) // it was said that traffic is not recorded
  workbench.onTraffic((entry) => {
    live.add(entry)
    tellSoon()
  })
  const calls: CallStore = {
    ask: thread.ask,
    news: thread.callNews,
    breaks: thread.breaks,
    hand: (ended) => {
      // The frames of a call are there before it refers to them.
      recorder.flush()
      thread.hand({ entries: [], raws: [], ended })
    }
  }
  return {
    thread,
    views,
    calls,
    count,
    flush: () => recorder.flush(),
    stop: async () => {
      recorder.stop()
      await thread.settled()
    }
  }
}

export function trafficViews(thread: Pick<StoreClient, 'ask'>): Traffic['views'] {
  return new OpenViews({
    open: (spec) => thread.ask('openView', spec),
    close: (viewId) => thread.ask('closeView', viewId)
  })
}

function tellProblem(problems: Problems, problem: StoreProblem, folder: string): void {
  if (problem.about === 'file') {
    const { message, path } = problem
    const action = { kind: 'reveal', path, isEnough: true } as const
    return problems.raise({ key: 'traffic damaged', kind: 'damaged', message, action })
  }
  const { about, message } = problem
  const action = { kind: 'reveal', path: folder, isEnough: false } as const
  const told = message === undefined ? undefined : ({ kind: 'storage', message, action } as const)
  problems.hold(`traffic ${about}`, told)
}

function nameOf(workbench: Workbench, serverId: ServerId): string {
  return workbench.servers().find(({ id }) => id === serverId)?.name ?? serverId
}
