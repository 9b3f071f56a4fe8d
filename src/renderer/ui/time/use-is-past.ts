import { useCallback, useSyncExternalStore } from 'react'

/** Whether a time has come, told as soon as it has. Never while nobody can see the window. */
export function useIsPast(time: number | undefined): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = time === undefined ? undefined : setTimeout(onChange, time - Date.now())
      document.addEventListener('visibilitychange', onChange)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', onChange)
      }
    },
    [time]
  )
  return useSyncExternalStore(
    subscribe,
    () => time !== undefined && !document.hidden && Date.now() >= time
  )
}
