import {
  exchangeOf,
  readExchange,
  type HttpExchange
} from '../../../../shared/protocol/http-exchange'
import type { EntryKind } from '../../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { request } from '../../../bridge/bridge'
import { useAsked } from '../../../bridge/use-asked'
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
  const sent = row?.kind === 'stderr' ? undefined : row
  // Without an answer, the frame itself is shown, and says when it is no longer kept.
  const { value = NONE } = useAsked(
    sent && `${recording} ${sent.seq}`,
    async () => {
      if (!sent) return NONE
      const { seq, kind } = sent
      return kind === 'auth' ? loadSignIn(recording, seq, answerSeq) : load(recording, seq, kind)
    },
    { version: answerSeq }
  )
  return value
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
