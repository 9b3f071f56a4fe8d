import { useEffect, useState } from 'react'

const SHIELD_MS = 500

/**
 * True while a click or a key may still have been meant for something else: shortly after the
 * window has appeared or has come to the front again.
 */
export function useShield(): boolean {
  const [isShielded, setIsShielded] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const raise = (): void => {
      clearTimeout(timer)
      setIsShielded(true)
      timer = setTimeout(() => setIsShielded(false), SHIELD_MS)
    }
    raise()
    addEventListener('focus', raise)
    document.addEventListener('visibilitychange', raise)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', raise)
      document.removeEventListener('visibilitychange', raise)
    }
  }, [])
  return isShielded
}
