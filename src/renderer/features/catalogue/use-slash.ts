import { useEffect, useEffectEvent } from 'react'
import { isWriting } from '../../ui/attention/is-writing'

/** The slash leads to the filter of a pane: from anywhere in it, and from where nothing has the focus. */
export function useSlash(pane: string, focus: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || isWriting(target)) return
    if (target !== document.body && !target.closest(`[data-pane="${pane}"]`)) return
    event.preventDefault()
    focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
