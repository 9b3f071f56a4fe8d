import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'

export type Polled<Value> = { readonly value?: Value; readonly failure?: string }

type Known<Value> = Polled<Value> & { readonly key?: string | undefined }

/**
 * Asks again and again while it is on the screen, one question after the other; once only, if no
 * time is given. Another key is another question, and what was known is no answer to it.
 */
export function usePolled<Value>(
  key: string | undefined,
  ask: () => Promise<Value>,
  everyMs: number | undefined
): Polled<Value> {
  const [known, setKnown] = useState<Known<Value>>({})
  const handleAsk = useEffectEvent(ask)
  useEffect(() => {
    if (key === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (): Promise<void> => {
      try {
        const value = await handleAsk()
        if (!isOver) setKnown({ key, value })
      } catch (error) {
        if (!isOver) setKnown((was) => ({ ...was, key, failure: messageOf(error) }))
      }
      if (!isOver && everyMs !== undefined) timer = setTimeout(() => void run(), everyMs) // never rejects
    }
    void run() // never rejects
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key, everyMs])
  return known.key === key ? known : {}
}
