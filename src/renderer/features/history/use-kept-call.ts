import { useEffect, useState } from 'react'
import type { EndedCall } from '../../../shared/calls/call-contract'
import type { CallId } from '../../../shared/protocol/ids'
import { messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import type { HistoryRow } from './history-rows'

export type KeptCall =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone'; readonly why: string }
  | { readonly kind: 'kept'; readonly call: EndedCall }

/** A call of an earlier run, read from what was kept of it. */
export function useKeptCall(row: HistoryRow | undefined): KeptCall {
  const [kept, setKept] = useState<KeptCall>({ kind: 'loading' })
  const id = row?.id
  useEffect(() => {
    if (id === undefined) return undefined
    let isStale = false
    setKept({ kind: 'loading' })
    void read(id).then((loaded) => {
      if (!isStale) setKept(loaded)
    })
    return () => {
      isStale = true
    }
  }, [id])
  return row ? kept : { kind: 'none' }
}

async function read(callId: CallId): Promise<KeptCall> {
  try {
    return { kind: 'kept', call: await request('history.read', { callId }) }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}
