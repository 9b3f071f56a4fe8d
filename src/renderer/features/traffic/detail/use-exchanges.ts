import { useEffect, useState } from 'react'
import {
  exchangeOf,
  readExchange,
  type HttpExchange
} from '../../../../shared/protocol/http-exchange'
import type { EntryKind } from '../../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { request } from '../../../bridge/bridge'
import { rawOf } from '../actions/copy-actions'

export type Seen = { readonly seq: number; readonly exchange: HttpExchange }

const NONE: readonly Seen[] = []

/**
 * The exchanges of HTTP that a frame was sent in, or came in. An event that is one is its own, and so
 * is a request to an authorization server with its reply.
 */
export function useExchanges(
  recording: number,
  row: TrafficRow | undefined,
  answerSeq: number | undefined
): readonly Seen[] {
  const [found, setFound] = useState<{ readonly key: string; readonly seen: readonly Seen[] }>()
  const seq = row?.seq
  const kind = row?.kind
  const key = `${recording} ${seq}`
  useEffect(() => {
    if (seq === undefined || kind === undefined || kind === 'stderr') return undefined
    let isStale = false
    const loading =
      kind === 'auth' ? loadSignIn(recording, seq, answerSeq) : load(recording, seq, kind)
    loading.then(
      (seen) => !isStale && setFound({ key, seen }),
      () => undefined // the frame itself is shown, and says when it is no longer kept
    )
    return () => {
      isStale = true
    }
  }, [recording, seq, kind, key, answerSeq])
  return found?.key === key ? found.seen : NONE
}

async function loadSignIn(
  recording: number,
  seq: number,
  replySeq: number | undefined
): Promise<readonly Seen[]> {
  const asked = await rawOf(recording, seq)
  const replied = replySeq === undefined ? undefined : await rawOf(recording, replySeq)
  const exchange = exchangeOf(asked, replied)
  return exchange ? [{ seq, exchange }] : []
}

async function load(recording: number, seq: number, kind: EntryKind): Promise<readonly Seen[]> {
  const seqs =
    kind === 'lifecycle'
      ? [seq]
      : (await request('traffic.exchanges', { recording, seq })).map((event) => event.seq)
  const raws = await Promise.all(seqs.map((each) => rawOf(recording, each)))
  return raws.flatMap((raw, index) => {
    const exchange = readExchange(raw)
    return exchange ? [{ seq: seqs[index] ?? seq, exchange }] : []
  })
}
