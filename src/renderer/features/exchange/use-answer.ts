import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import type { Exchange } from '../../../shared/calls/exchange'
import { request } from '../../bridge/bridge'
import type { BodyPart } from '../content/body/body-part'

/** A result that is here whole, or whose beginnings are here; its body is kept in main. */
export type Answer =
  | { readonly kind: 'loading' }
  | { readonly kind: 'value'; readonly value: unknown; readonly body?: BodyPart }
  /** A whole sentence. */
  | { readonly kind: 'gone'; readonly why: string }

const LOADING: Answer = { kind: 'loading' }

/** The result of an exchange that has one; undefined when it ended otherwise. */
export function useAnswer({ outcome, answerSeq }: Exchange): Answer | undefined {
  const [held, setHeld] = useState<{ readonly seq: number; readonly answer: Answer }>()
  const heldSeq = outcome.kind === 'held' ? (answerSeq ?? 0) : undefined
  useEffect(() => {
    if (heldSeq === undefined) return
    let isStale = false
    void readOutline(heldSeq).then((answer) => {
      if (!isStale) setHeld({ seq: heldSeq, answer })
    })
    return () => {
      isStale = true
    }
  }, [heldSeq])
  const whole = useMemo(() => {
    if (outcome.kind !== 'result') return undefined
    const body = answerSeq === undefined ? undefined : bodyOf(answerSeq)
    return { kind: 'value', value: outcome.result, ...(body && { body }) } as const
  }, [outcome, answerSeq])
  if (whole) return whole
  if (heldSeq === undefined) return undefined
  return held?.seq === heldSeq ? held.answer : LOADING
}

function bodyOf(seq: number, cuts: BodyPart['cuts'] = []): BodyPart {
  return { ref: { seq }, pointer: '', cuts }
}

async function readOutline(seq: number): Promise<Answer> {
  try {
    const { value, cuts } = await request('body.outline', { ref: { seq }, pointer: '' })
    return { kind: 'value', value, body: bodyOf(seq, cuts) }
  } catch (error) {
    return { kind: 'gone', why: messageOf(error) }
  }
}
