import { useEffect, useEffectEvent, useState } from 'react'
import type { CallReport } from '../../../shared/call'
import { messageOf } from '../../../shared/errors'
import type { KeptOutcome } from '../../../shared/history'
import { request } from '../../bridge'
import type { HistoryRow } from './history-rows'

export type KeptCall =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone'; readonly why: string }
  | {
      readonly kind: 'kept'
      readonly call: CallReport
      readonly isCut: boolean
      /** The arguments are not whole, so they are not to be used again. */
      readonly hasCutArguments: boolean
    }

/** A call of an earlier run, read from what was kept of it. */
export function useKeptCall(row: HistoryRow | undefined): KeptCall {
  const [kept, setKept] = useState<KeptCall>({ kind: 'loading' })
  const id = row?.id
  /** What is kept of a call does not change; its row does, when it is pinned or named. */
  const settle = useEffectEvent((loaded: Awaited<ReturnType<typeof read>>) => {
    setKept('why' in loaded ? { kind: 'gone', ...loaded } : asKept(row, loaded))
  })
  useEffect(() => {
    if (id === undefined) return undefined
    let isStale = false
    setKept({ kind: 'loading' })
    void read(id).then((loaded) => {
      if (!isStale) settle(loaded)
    })
    return () => {
      isStale = true
    }
  }, [id])
  return row ? kept : { kind: 'none' }
}

async function read(callId: HistoryRow['id']): Promise<KeptOutcome | { readonly why: string }> {
  try {
    return await request('history.read', { callId })
  } catch (error) {
    return { why: messageOf(error) }
  }
}

function asKept(row: HistoryRow | undefined, kept: KeptOutcome): KeptCall {
  if (!row) return { kind: 'none' }
  const { id, serverId, tool, startedAt, timeoutMs, isForced, schemas } = row
  const { outcome, isCut, arguments: args, meta, hasCutArguments = false } = kept
  const call: CallReport = {
    id,
    serverId,
    tool,
    arguments: args,
    startedAt,
    progressCount: 0,
    outcome,
    ...(meta && { meta }),
    ...(kept.violations && { violations: kept.violations }),
    ...(kept.hasLargeArguments === true && { hasLargeArguments: true }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(isForced !== undefined && { isForced }),
    ...(schemas && { schemas }),
    ...(row.tookMs !== undefined && { tookMs: row.tookMs }),
    ...(row.answerBytes !== undefined && { answerBytes: row.answerBytes })
  }
  return { kind: 'kept', call, isCut, hasCutArguments }
}
