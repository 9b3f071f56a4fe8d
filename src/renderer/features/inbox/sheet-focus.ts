import { useEffect, useRef, type RefObject } from 'react'
import { openSheet, useInbox } from '../../stores/inbox'

/** Where the person was before they went to the sheet. */
let cameFrom: Element | null = null

/** By the person's own wish only. */
export function focusSheet(): boolean {
  if (useInbox.getState().items.length === 0) return false
  openSheet(true)
  cameFrom = document.activeElement
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-sheet]')?.focus())
  return true
}

/**
 * Keeps the focus of whoever is in the sheet: what was answered goes away with its buttons. When the
 * sheet goes, they are where they came from.
 */
export function useSheetFocus(itemId: number): RefObject<HTMLElement | null> {
  const sheet = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    const element = sheet.current
    const enter = (): void => {
      isInside.current = true
    }
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) {
        isInside.current = false
      }
    }
    element?.addEventListener('focusin', enter)
    element?.addEventListener('focusout', leave)
    return () => {
      element?.removeEventListener('focusin', enter)
      element?.removeEventListener('focusout', leave)
      if (isInside.current && cameFrom instanceof HTMLElement) cameFrom.focus()
    }
  }, [])
  useEffect(() => {
    if (isInside.current) sheet.current?.focus()
  }, [itemId])
  return sheet
}
