import { useEffect, useEffectEvent } from 'react'

export const SEND_SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘↵' : 'Ctrl ↵'

const ELSEWHERE = '[role="dialog"], [role="alertdialog"], [data-sheet]'

/**
 * Works wherever the cursor is; even an editor, which has other plans for the key, does not get it.
 * What lies over or beside the pane, such as a dialog, the palette or the inbox, keeps its keys.
 */
export function useSendShortcut(send: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
    event.preventDefault()
    event.stopPropagation()
    settle(document.activeElement)
    send()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** Some choices hold only when they are left, because keys pass others on the way. */
function settle(element: Element | null): void {
  if (!(element instanceof HTMLSelectElement)) return
  element.blur()
  element.focus()
}
