/** What the window may ask about the traffic: lists of it, single frames, and what is noted beside them. */
import type { Redactor } from '../../core/redaction/redaction'
import { bytesNotKept, notKept } from '../../core/traffic/not-kept'
import { base64Of, withoutSecrets } from '../../core/text/safe-bytes'
import type { Workbench } from '../../core/workbench/workbench'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { MOST_EXCHANGES } from '../../shared/protocol/http-exchange'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { Traffic } from '../records/traffic'
import { frameHandlers, type FrameParts } from './frame-sending'
import { trafficFileHandlers, type TrafficFileParts } from './traffic-files'

/** As much as an encoded secret can have. */
const LONGEST_VALUE = 400_000

export type TrafficParts = FrameParts &
  TrafficFileParts & {
    readonly workbench: Workbench
    readonly traffic: Traffic
    readonly redactor: Redactor
  }

type TrafficRoute = Extract<keyof IpcHandlers, `traffic.${string}`>

export function trafficHandlers(parts: TrafficParts): Pick<IpcHandlers, TrafficRoute> {
  const { workbench, traffic, redactor } = parts
  const { thread, views } = traffic
  const named = async (recording: number | undefined): Promise<number> =>
    recording ?? thread.liveRecording()
  return {
    ...frameHandlers(parts),
    ...trafficFileHandlers(parts),
    'traffic.count': () => traffic.count(),
    'traffic.recordings': () => thread.ask('recordings'),
    'traffic.serverNames': ({ recording }) => thread.ask('serverNames', recording),
    'traffic.remove': async ({ recording }) => {
      if (recording !== (await thread.liveRecording())) return thread.ask('remove', recording)
      const message = 'This recording goes on. It can be removed after the next start.'
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    },
    'traffic.open': ({ serverId, after, until, opened, hidesBackground = false, ...spec }) =>
      views.add({
        ...spec,
        hidesBackground,
        ...(serverId !== undefined && { serverId }),
        ...(after !== undefined && { after }),
        ...(until !== undefined && { until }),
        ...(opened && { opened })
      }),
    'traffic.close': ({ viewId }) => views.close(viewId),
    'traffic.rows': ({ viewId, from, count, isEnd }) =>
      thread.ask('rows', viewId, from, count, isEnd),
    'traffic.place': ({ viewId, seq }) => thread.ask('placeOf', viewId, seq),
    'traffic.timeline': ({ viewId, from, to }) =>
      thread.ask('timeline', {
        viewId,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to })
      }),
    'traffic.row': async ({ recording, seq }) => thread.ask('row', await named(recording), seq),
    'traffic.raw': async ({ recording, seq, limit }) => {
      const live = await thread.liveRecording()
      const raw = (recording ?? live) === live ? workbench.log.raw(seq) : undefined
      if (raw !== undefined) {
        // A value that is cut in two would not be known any more.
        const whole = redactor.redact(raw.slice(0, limit + LONGEST_VALUE))
        return { text: whole.slice(0, limit), totalChars: raw.length }
      }
      const kept = await thread.ask('raw', recording ?? live, seq, limit)
      if (kept) return kept
      throw notKept(seq)
    },
    'traffic.bytes': async ({ recording, seq }) => {
      const live = await thread.liveRecording()
      const original = (recording ?? live) === live ? workbench.log.original(seq) : undefined
      const safe = original && withoutSecrets(original, (text) => redactor.redact(text))
      if (safe) return base64Of(safe)
      const kept = original ? null : await thread.ask('original', recording ?? live, seq)
      if (kept !== null) return kept
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, bytesNotKept(seq))
    },
    'traffic.exchanges': async ({ recording, seq }) => {
      const id = await named(recording)
      const frame = await thread.ask('row', id, seq)
      if (frame?.cameIn !== undefined) {
        const event = await thread.ask('row', id, frame.cameIn)
        return event ? [event] : []
      }
      const owner = frame?.origin === 'server' ? (frame.answers ?? frame.belongsTo) : seq
      if (owner === undefined) return []
      const found = await thread.ask('belongingTo', id, owner, MOST_EXCHANGES)
      return found.filter(({ kind }) => kind === 'lifecycle')
    },
    'traffic.note': async ({ recording, seq, ...mark }) =>
      thread.ask('note', await named(recording), seq, mark)
  }
}
