import { useEffect, useState } from 'react'
import { readExchange, type HttpExchange } from '../../../../shared/http-exchange'
import type { TrafficRow } from '../../../../shared/traffic-row'
import { request } from '../../../bridge'
import { rawOf } from './copy-actions'

export type Seen = { readonly seq: number; readonly exchange: HttpExchange }

const NONE: readonly Seen[] = []

/** The exchanges of HTTP that a request was sent in; an event that is one is its own. */
export function useExchanges(
  recording: number,
  row: TrafficRow | undefined,
  version: unknown
): readonly Seen[] {
  const [found, setFound] = useState<{ readonly key: string; readonly seen: readonly Seen[] }>()
  const seq = row?.seq
  const isEvent = row?.kind === 'lifecycle'
  const canHave = isEvent || (row?.kind === 'request' && row.origin === 'workbench')
  const key = `${recording} ${seq}`
  useEffect(() => {
    if (seq === undefined || !canHave) return undefined
    let isStale = false
    load(recording, seq, isEvent).then(
      (seen) => !isStale && setFound({ key, seen }),
      () => undefined // the frame itself is shown, and says when it is no longer kept
    )
    return () => {
      isStale = true
    }
  }, [recording, seq, canHave, isEvent, key, version])
  return found?.key === key && canHave ? found.seen : NONE
}

async function load(recording: number, seq: number, isEvent: boolean): Promise<readonly Seen[]> {
  const seqs = isEvent
    ? [seq]
    : (await request('traffic.exchanges', { recording, seq })).map((event) => event.seq)
  const raws = await Promise.all(seqs.map((each) => rawOf(recording, each)))
  return raws.flatMap((raw, index) => {
    const exchange = readExchange(raw)
    return exchange ? [{ seq: seqs[index] ?? seq, exchange }] : []
  })
}
