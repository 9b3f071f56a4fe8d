import { useEffect, type RefObject } from 'react'
import { offerFind, openFind } from '../../call/result-view'

/** Places with a search of their own, where Ctrl+F does not mean the result. */
const ELSEWHERE = '[data-editor], [role="dialog"], section[aria-label="Traffic"]'

/** Ctrl+F opens the find bar of the result, except in places with a search of their own. */
export function useFindShortcut(result: RefObject<HTMLElement | null>): void {
  useEffect(() => offerFind(), [])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isWanted || event.key.toLowerCase() !== 'f') return
      if (result.current?.checkVisibility() !== true) return
      const target = event.target instanceof Element ? event.target : null
      const isInResult = target !== null && result.current?.contains(target) === true
      if (!isInResult && target?.closest(ELSEWHERE)) return
      event.preventDefault()
      event.stopPropagation()
      openFind()
    }
    // Capture the key before the editor opens its own find box, which searches only loaded text.
    addEventListener('keydown', handleKey, { capture: true })
    return () => removeEventListener('keydown', handleKey, { capture: true })
  }, [result])
}
