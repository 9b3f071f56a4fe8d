import { useEffect, useMemo, useState } from 'react'
import type { Call } from '../../../../shared/calls/call-contract'
import { messageOf } from '../../../../shared/protocol/errors'
import type { CallId } from '../../../../shared/protocol/ids'
import { fromJson } from '../../../../shared/json/json'
import { request } from '../../../bridge/bridge'
import type { BodyPart } from '../../content/body/body-part'
import { readText } from '../../content/body/use-body-text'

/** Up to this a result is brought into the window whole, and can be checked here. */
const WHOLE_CHARS = 1_000_000

export type LoadedResult =
  | { readonly kind: 'loading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'gone'; readonly why: string }
  | {
      readonly kind: 'result'
      readonly result: unknown
      readonly body: BodyPart
      /** Nothing of it was left in main. */
      readonly isWhole: boolean
    }

/** The result of a call, wherever it is kept. */
export function useResult({ id, outcome }: Call): LoadedResult {
  const passed = useMemo(
    (): LoadedResult =>
      outcome?.kind === 'result'
        ? { kind: 'result', result: outcome.result, body: wholeBody(id), isWhole: true }
        : { kind: outcome?.kind === 'held' ? 'loading' : 'none' },
    [id, outcome]
  )
  const [held, setHeld] = useState<{ readonly id: CallId; readonly loaded: LoadedResult }>()
  const isHeld = outcome?.kind === 'held'
  useEffect(() => {
    if (!isHeld) return undefined
    let isStale = false
    void load(id).then((loaded) => {
      if (!isStale) setHeld({ id, loaded })
    })
    return () => {
      isStale = true
    }
  }, [id, isHeld])
  // What was loaded for another call is not what became of this one.
  return isHeld && held?.id === id ? held.loaded : passed
}

function wholeBody(callId: CallId): BodyPart {
  return { ref: { callId }, pointer: '', cuts: [] }
}

async function load(id: CallId): Promise<LoadedResult> {
  const body = wholeBody(id)
  try {
    const { value, cuts, totalChars } = await request('body.outline', {
      ref: body.ref,
      pointer: ''
    })
    if (cuts.length === 0) return { kind: 'result', result: value, body, isWhole: true }
    if (totalChars > WHOLE_CHARS) {
      return { kind: 'result', result: value, body: { ...body, cuts }, isWhole: false }
    }
    const whole = await readText(body, '', WHOLE_CHARS, true)
    if (whole.text.length < whole.totalChars) {
      return { kind: 'result', result: value, body: { ...body, cuts }, isWhole: false }
    }
    const result: unknown = typeof value === 'string' ? whole.text : fromJson(whole.text)
    return { kind: 'result', result, body, isWhole: true }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}
