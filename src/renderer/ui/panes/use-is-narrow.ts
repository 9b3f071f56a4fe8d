import { useSyncExternalStore } from 'react'

/** Below this, panes side by side would be too narrow for what is in them. */
const query = matchMedia('(width < 900px)')

/** Whether the window is so narrow, or its text so large, that panes have to be stacked. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches
  )
}
