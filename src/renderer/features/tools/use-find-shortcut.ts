import { useEffect, type RefObject } from 'react'
import { offerFind, openFind } from './result-view'

/** Texts of their own to look through, and windows above all: these are not the result. */
const ELSEWHERE = '[data-editor], [role="dialog"], section[aria-label="Traffic"]'

/** Ctrl+F opens the find bar of a result, from everywhere but where something else is looked through. */
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
    // Before an editor opens a find box of its own, which knows only what is loaded.
    addEventListener('keydown', handleKey, { capture: true })
    return () => removeEventListener('keydown', handleKey, { capture: true })
  }, [result])
}
