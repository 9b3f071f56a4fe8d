import { useLayoutEffect, useState } from 'react'
import { SHORTEST_LOOK_MS } from '../../../shared/question/inbox'
import { isWriting } from './is-writing'

/**
 * True while a click or a key may still have been meant for something else: shortly after the
 * window has appeared, has come to the front again, or has something new in it, and as long as somebody
 * goes on writing what was meant for a field that is gone.
 */
export function useShield(news?: unknown): boolean {
  const [isShielded, setIsShielded] = useState(true)
  // Before anybody sees what is new.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const raise = (): void => {
      clearTimeout(timer)
      setIsShielded(true)
      timer = setTimeout(() => {
        timer = undefined
        setIsShielded(false)
      }, SHORTEST_LOOK_MS)
    }
    const handleKey = ({ target }: KeyboardEvent): void => {
      if (timer !== undefined && !isWriting(target)) raise()
    }
    raise()
    addEventListener('keydown', handleKey, true)
    addEventListener('focus', raise)
    document.addEventListener('visibilitychange', raise)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', handleKey, true)
      removeEventListener('focus', raise)
      document.removeEventListener('visibilitychange', raise)
    }
  }, [news])
  return isShielded
}
