/** What the window may ask about the traffic. */
import { z } from 'zod'
import { MOST_ASKED_IDS } from '../protocol/frame-id'
import { ServerId } from '../protocol/ids'
import { route, type Route } from './ipc-route'
import { REQUEST_LIMIT_CHARS } from './ipc-wire'
import type { RpcId } from '../protocol/json-rpc'
import type {
  ExportReport,
  OpenedView,
  RecordingSummary,
  Timeline,
  TrafficCount,
  TrafficRow
} from '../traffic/traffic-row'

const nothing = z.undefined()
const path = z.string().min(1).max(4_096)
const onServer = z.strictObject({ serverId: ServerId })
const seq = z.number().int().positive()
export const recording = z.number().int().positive()
const onRecording = z.strictObject({ recording })
/** Of the recording of this run, if no other is named. */
const onFrame = z.strictObject({ recording: recording.optional(), seq })
const onView = z.strictObject({ viewId: z.number().int().positive() })
/** What is shown, or all there is. */
const exportedTraffic = z.union([onView, onRecording])
/** As much as fits into a request, with all that may have to be escaped in it. */
const SENT_FRAME_CHARS = REQUEST_LIMIT_CHARS / 4
const viewSpec = onRecording.extend({
  query: z.string().max(10_000),
  serverId: ServerId.optional(),
  after: z.number().int().min(0).optional(),
  until: z.number().int().min(0).optional(),
  near: z.number().int().min(0).optional(),
  isPaired: z.boolean(),
  isFolded: z.boolean(),
  opened: z.array(seq).max(1_000).readonly().optional(),
  hidesBackground: z.boolean().optional()
})

export type TrafficExport = ExportReport & { readonly path: string }

export type UsedId = { readonly id: RpcId; readonly seq: number }

export type RawText = { readonly text: string; readonly totalChars: number }

export const trafficRequests = {
  'traffic.count': route<TrafficCount>()(nothing),
  /** Newest first. */
  'traffic.recordings': route<readonly RecordingSummary[]>()(nothing),
  'traffic.serverNames': route<Readonly<Record<string, string>>>()(onRecording),
  'traffic.remove': route<void>()(onRecording),
  /** A list of what matches; `traffic.grew` tells how it grows until it is closed. */
  'traffic.open': route<OpenedView>()(viewSpec),
  'traffic.close': route<void>()(onView),
  'traffic.rows': route<readonly TrafficRow[]>()(
    onView.extend({
      from: z.number().int().min(0),
      count: z.number().int().positive().max(1_000),
      /** Whether these are the last rows that the window knows of; absent where nobody looks on. */
      isEnd: z.boolean().optional()
    })
  ),
  /** Where the row of an entry is, or where it would be. */
  'traffic.place': route<{ readonly index: number; readonly isThere: boolean }>()(
    onView.extend({ seq })
  ),
  /** Its requests as bars over time. */
  'traffic.timeline': route<Timeline>()(
    onView.extend({ from: z.number().optional(), to: z.number().optional() })
  ),
  'traffic.row': route<TrafficRow | null>()(onFrame),
  'traffic.raw': route<RawText>()(onFrame.extend({ limit: z.number().int().positive() })),
  /** The bytes of a frame that is not UTF-8, in base64. Refused where they hold what is hidden. */
  'traffic.bytes': route<string>()(onFrame),
  'traffic.note': route<TrafficRow>()(
    onFrame.extend({ isPinned: z.boolean().optional(), note: z.string().max(10_000).optional() })
  ),

  /** A request as a command for a shell. Refused with a sentence where there is none. */
  'traffic.snippet': route<string>()(onFrame.extend({ format: z.enum(['cli', 'curl']) })),
  /** A request and all that belongs to it, as Markdown. */
  'traffic.report': route<string>()(onFrame),
  /** The entries of the exchanges of HTTP that a request was sent in. */
  'traffic.exchanges': route<readonly TrafficRow[]>()(onFrame),

  /** An id for the next frame that a person sends: nobody has it. */
  'traffic.freshId': route<RpcId>()(onServer),
  /** Which of these ids requests of this session have had, and in which frames. */
  'traffic.usedIds': route<readonly UsedId[]>()(
    onServer.extend({ ids: z.array(z.union([z.number(), z.string()])).max(MOST_ASKED_IDS) })
  ),
  /** Exactly this text, be it a frame or not; the number of its entry. */
  'traffic.send': route<number>()(
    onServer.extend({
      text: z.string().min(1).max(SENT_FRAME_CHARS),
      /** Its answer may be taken for that of another request. */
      isForced: z.boolean().optional()
    })
  ),
  /** Once more as it was, hidden values and all, but with an id that nobody has. Not out of a file. */
  'traffic.replay': route<number>()(onFrame),

  /** Where the person wanted it, and what is in it; null when they did not want it. */
  'traffic.export': route<TrafficExport | null>()(
    z.union([
      z.strictObject({ form: z.enum(['lines', 'har']), what: exportedTraffic }),
      z.strictObject({ form: z.literal('report'), what: onFrame })
    ])
  ),
  /** The recording that a file has become. Without a path the person chooses it; null when they do not. */
  'traffic.import': route<number | null>()(z.strictObject({ path: path.optional() }))
} as const satisfies Record<string, Route>
