import { useEffect, useState } from 'react'
import type { Found, Hit } from '../../../../shared/calls/body'
import { messageOf } from '../../../../shared/protocol/errors'
import type { CallId } from '../../../../shared/protocol/ids'
import { request } from '../../../bridge/bridge'
import { useResultView, type View } from '../../call/result-view'

type Answer =
  | { readonly key: string; readonly found: Found }
  | { readonly key: string; readonly problem: string }

export type Find = {
  readonly text: string
  readonly index: number
  /** Undefined while it is looked for. */
  readonly found: Found | undefined
  readonly problem: string | undefined
  readonly hit: Hit | undefined
  /** To the next place, or with -1 to the one before; after the last comes the first. */
  readonly step: (by: 1 | -1) => void
}

/** Looks for a text in all of a result, wherever it is kept: main finds it, one place at a time. */
export function useFind(
  callId: CallId,
  view: View,
  { isOpen, hasEnded }: { readonly isOpen: boolean; readonly hasEnded: boolean }
): Find {
  const text = useResultView((state) => state.findText)
  const key = JSON.stringify([callId, view, text, hasEnded])
  const [at, setAt] = useState({ key, index: 0 })
  const [answer, setAnswer] = useState<Answer>()
  const index = at.key === key ? at.index : 0
  useEffect(() => {
    if (!isOpen || text === '') return undefined
    let isStale = false
    const ref = view === 'sent' ? ({ callId, isSent: true } as const) : { callId }
    request('body.find', { ref, scope: view, text, index })
      .then((found): Answer => ({ key, found }))
      .catch((error: unknown): Answer => ({ key, problem: messageOf(error) }))
      .then((next) => {
        if (!isStale) setAnswer(next)
      })
      .catch(() => undefined) // both ways above end in a value
    return () => {
      isStale = true
    }
  }, [isOpen, callId, view, text, index, key])

  const current = isOpen && text !== '' && answer?.key === key ? answer : undefined
  const found = current && 'found' in current ? current.found : undefined
  function step(by: 1 | -1): void {
    const total = found?.total ?? 0
    if (total > 0) setAt({ key, index: (index + by + total) % total })
  }
  const problem = current && 'problem' in current ? current.problem : undefined
  return { text, index, found, problem, hit: found?.hit, step }
}
