import { useEffect, useMemo, useState } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import type { CallId } from '../../../../shared/protocol/ids'
import { request } from '../../../bridge/bridge'
import { notify } from '../../../stores/window/notices'
import type { BodyPart } from '../../content/body/body-part'
import { wholeSent, type WholeSent } from '../../content/body/whole-sent'

/** Up to this it is brought into the window whole, and can be checked here. */
const WHOLE_CHARS = 1_000_000

export type LoadedSent = WholeSent & {
  /** Where the whole is, when not all of it is here. */
  readonly body?: BodyPart
  /** Nothing of it was left in main. */
  readonly isWhole: boolean
  readonly isLoading: boolean
}

/** What was sent with a call, wherever it is kept; first as much of it as came with the call. */
export function useSent(call: Call): LoadedSent {
  const { id, arguments: args, meta, hasLargeArguments: isLarge = false } = call
  const passed = useMemo(
    () => ({ arguments: args, ...(meta && { meta }), isWhole: !isLarge, isLoading: isLarge }),
    [args, meta, isLarge]
  )
  const [held, setHeld] = useState<{ readonly id: CallId; readonly sent: LoadedSent }>()
  useEffect(() => {
    if (!isLarge) return undefined
    let isStale = false
    load(id)
      .then((sent) => {
        if (!isStale) setHeld({ id, sent })
      })
      .catch(notify)
    return () => {
      isStale = true
    }
  }, [id, isLarge])
  return isLarge && held?.id === id ? held.sent : passed
}

async function load(callId: CallId): Promise<LoadedSent> {
  const ref = { callId, isSent: true } as const
  const { value, cuts, totalChars } = await request('body.outline', { ref, pointer: '' })
  if (totalChars <= WHOLE_CHARS) {
    return { ...(await wholeSent(callId)), isWhole: true, isLoading: false }
  }
  const body = { ref, pointer: '', cuts }
  return { ...(value as WholeSent), body, isWhole: false, isLoading: false }
}
