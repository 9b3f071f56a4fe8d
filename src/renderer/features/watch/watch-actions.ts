import type { ServerId } from '../../../shared/protocol/ids'
import type { WatchReport, WatchTarget } from '../../../shared/traffic/watch'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { followCall } from '../../stores/window/view'
import { updateWatch, useWatch } from '../../stores/calls/watch'

/** Keeps what main says. When a call was made again, whoever looks at it sees the new one. */
export function receiveWatch(report: WatchReport): void {
  const { serverId, last } = report
  const known = useWatch.getState().byServer[serverId]?.last?.rerun
  const rerun = last?.rerun
  updateWatch(report)
  if (rerun && rerun.after !== known?.after) followCall(serverId, rerun.before, rerun.after)
}

/** Watches one of the suggestions, by its place; without one, nothing any more. */
export function setWatch(serverId: ServerId, suggestion?: number): void {
  request('watch.set', {
    serverId,
    ...(suggestion !== undefined && { suggestion })
  }).catch(notify)
}

/** Lets the person choose in a dialog of the system. */
export function chooseTarget(serverId: ServerId, kind: WatchTarget['kind']): void {
  request('watch.choose', { serverId, kind }).catch(notify)
}

/** Shown as done at once; main says so too, or that it could not. */
export function setRerunning(report: WatchReport, isRerunning: boolean): void {
  updateWatch({ ...report, isRerunning })
  request('watch.rerun', { serverId: report.serverId, isRerunning }).catch((error: unknown) => {
    updateWatch(report)
    notify(error)
  })
}

/** What could be watched depends on the definition, which may have changed. */
export function freshenWatches(): void {
  request('watch.list').then((reports) => reports.forEach(receiveWatch), notify)
}
