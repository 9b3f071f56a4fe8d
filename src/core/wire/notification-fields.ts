/** What a notification is about, where that is worth a place in its row. */
import { isObject } from '../../shared/json/json'
import { isRpcId, type Origin, type Params } from '../../shared/protocol/json-rpc'
import { otherSide } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { describeLog } from '../traffic/log-fields'
import type { Pairing } from '../traffic/pairing'
import type { Circumstances } from '../traffic/circumstances'
import type { Draft, Looked, OfKind } from './tap'

/** How a server names the request that it tells something for, where all share one stream. */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

export function describeNotification(
  entry: Draft,
  { method, params }: OfKind<'notification'>,
  frame: Looked,
  pairing: Pairing,
  clock: Clock
): void {
  const { origin, raw, known } = frame
  let request: number | undefined
  if (method === 'notifications/message') {
    describeLog(entry, params, raw)
    request = requestOfLog(origin, params, known, pairing)
  } else if (method === 'notifications/progress') {
    const { progressToken: token } = params
    if (isRpcId(token)) request = pairing.findByToken(otherSide(origin), token)
  } else if (method === 'notifications/cancelled') {
    const { requestId } = params
    if (!isRpcId(requestId)) return
    const cancelled = pairing.cancel(origin, requestId, clock.monotonic())
    if (cancelled) entry.cancels = cancelled.seq
    request = pairing.find(origin, requestId)
    const isOurs = origin === 'server' && request === undefined
    if (isOurs && pairing.findMeant('workbench', requestId) !== undefined) {
      frame.cancelsOurs = requestId
    }
  }
  if (request !== undefined) entry.belongsTo = request
}

function requestOfLog(
  origin: Origin,
  { _meta: meta }: Params,
  { streamOf }: Circumstances,
  pairing: Pairing
): number | undefined {
  const asker = otherSide(origin)
  if (streamOf !== undefined && streamOf !== null) return pairing.find(asker, streamOf)
  const id = isObject(meta) ? meta[SUBSCRIPTION_ID] : undefined
  return isRpcId(id) ? pairing.findMeant(asker, id) : undefined
}
