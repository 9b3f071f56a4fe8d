import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../shared/protocol/errors'

export type Asked<Value> = { readonly value?: Value; readonly failure?: string }

type Known<Value> = Asked<Value> & { readonly key?: string | undefined }

type Options = {
  /** Asks again and again, one question after the other. */
  readonly everyMs?: number | undefined
  /** Asks again when this is another; what is known stays until the next answer. */
  readonly version?: number | undefined
  readonly onFailure?: (error: unknown) => void
}

/**
 * Asks while it is on the screen, and nothing without a key. Another key is another question, and
 * what was known is no answer to it.
 */
export function useAsked<Value>(
  key: string | undefined,
  ask: () => Promise<Value>,
  { everyMs, version, onFailure }: Options = {}
): Asked<Value> {
  const [known, setKnown] = useState<Known<Value>>({})
  const handleAsk = useEffectEvent(ask)
  const handleFailure = useEffectEvent((error: unknown) => onFailure?.(error))
  useEffect(() => {
    if (key === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (): Promise<void> => {
      try {
        const value = await handleAsk()
        if (!isOver) setKnown({ key, value })
      } catch (error) {
        if (isOver) return
        handleFailure(error)
        setKnown((was) => ({ ...(was.key === key && was), key, failure: messageOf(error) }))
      }
      if (!isOver && everyMs !== undefined) timer = setTimeout(() => void run(), everyMs) // never rejects
    }
    void run() // never rejects
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key, everyMs, version])
  return known.key === key ? known : {}
}
