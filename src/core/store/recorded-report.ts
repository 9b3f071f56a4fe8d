/** Gathers what a recording has of one request, and writes it down. */
import { fromJson, isObject } from '../../shared/json/json'
import type { TrafficRow } from '../../shared/traffic/traffic-row'
import { notKept } from '../traffic/not-kept'
import type { TrafficStore } from './traffic-store'
import { callReport, type Recorded, type ReportParts } from './call-report'

const MOST_BELONGING = 500
/** In these a server says what it is. */
const INTRODUCTIONS = ['initialize', 'server/discover']

/** Of an answer, the report of its request. Refused when the entry is no longer kept. */
export function recordedReport(
  store: TrafficStore,
  recording: number,
  seq: number,
  version: string
): string {
  const look = (wanted: number | undefined): Recorded | undefined => {
    const row = wanted === undefined ? undefined : store.row(recording, wanted)
    return row && { row, raw: store.raw(recording, row.seq) ?? '' }
  }
  const chosen = look(seq)
  if (!chosen) throw notKept(seq)
  const { answers, belongsTo, serverId } = chosen.row
  const asked = look(answers ?? belongsTo) ?? chosen
  const answer = look(asked.row.ending?.seq)
  const belonging = store.belongingTo(recording, asked.row.seq, MOST_BELONGING + 1)
  const said = saidOf(store, recording, asked.row)
  return callReport({
    version,
    serverName: store.recordings.serverNames(recording)[serverId] ?? serverId,
    ...(said && { said }),
    asked,
    ...(answer && { answer }),
    belonging: belonging.slice(0, MOST_BELONGING).flatMap((row) => look(row.seq) ?? []),
    isCut: belonging.length > MOST_BELONGING
  })
}

function saidOf(
  store: TrafficStore,
  recording: number,
  asked: TrafficRow
): ReportParts['said'] | undefined {
  for (const method of INTRODUCTIONS) {
    const answer = store.lastRequest(recording, asked, method)?.ending?.seq
    const result = answer === undefined ? undefined : resultIn(store.raw(recording, answer))
    if (!result) continue
    const { serverInfo, protocolVersion } = result
    const { name, version } = isObject(serverInfo) ? serverInfo : {}
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof version === 'string' && { version }),
      ...(typeof protocolVersion === 'string' && { protocolVersion })
    }
  }
  return undefined
}

function resultIn(raw: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const frame: unknown = fromJson(raw ?? '')
    const result = isObject(frame) ? frame['result'] : undefined
    return isObject(result) ? result : undefined
  } catch {
    return undefined // what is not JSON says nothing
  }
}
