import { useSyncExternalStore } from 'react'

const query = matchMedia('(prefers-color-scheme: dark)')

/** Whether the window is dark now, by choice or because the system is. */
export function useIsDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches
  )
}
