import { useEffect, useState } from 'react'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId } from '../../../shared/protocol/ids'
import { messageOf } from '../../../shared/protocol/errors'
import { readCall, useCalls } from '../../stores/calls/calls'

export type KnownCall =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone'; readonly why: string }
  | { readonly kind: 'known'; readonly call: Call }

/** A call, whether it runs or has ended: as it was told of, or else as main has it. */
export function useCall(id: CallId | undefined): KnownCall {
  const call = useCalls(({ calls }) => calls.find((known) => known.id === id))
  const [failure, setFailure] = useState<{ readonly id: CallId; readonly why: string }>()
  const isKnown = call !== undefined
  useEffect(() => {
    if (id === undefined || isKnown) return undefined
    let isStale = false
    readCall(id).catch((error: unknown) => {
      if (!isStale) setFailure({ id, why: messageOf(error) })
    })
    return () => {
      isStale = true
    }
  }, [id, isKnown])
  if (id === undefined) return { kind: 'none' }
  if (call) return { kind: 'known', call }
  return failure?.id === id ? { kind: 'gone', why: failure.why } : { kind: 'loading' }
}
