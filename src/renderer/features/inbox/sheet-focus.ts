import { useEffect, useRef, type RefObject } from 'react'
import { openSheet, useInbox } from '../../stores/inbox'
import { isWriting } from '../../ui/is-writing'

/** Where the person was before they went to the sheet. */
let cameFrom: Element | null = null

/** By the person's own wish only: to where they write, where something is to be written. */
export function focusSheet(): boolean {
  if (useInbox.getState().items.length === 0) return false
  openSheet(true)
  cameFrom = document.activeElement
  requestAnimationFrame(() => {
    const sheet = document.querySelector<HTMLElement>('[data-sheet]')
    delete sheet?.dataset['held']
    const field = sheet?.querySelector<HTMLElement>('[data-writing] :is(input, textarea, select)')
    ;(field ?? sheet)?.focus()
  })
  return true
}

/**
 * Letters that were meant for a field that is gone decide nothing about what has come in its place:
 * not before the person goes on with something that is not writing.
 */
export function isHeld(sheet: HTMLElement | null | undefined): boolean {
  return sheet?.dataset['held'] === 'true'
}

/**
 * Keeps the focus of whoever is in the sheet: what was answered, or is not possible now, goes away with
 * its buttons. When the sheet goes, they are where they came from.
 */
export function useSheetFocus(itemId: number): RefObject<HTMLElement | null> {
  const sheet = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  /** What had the focus, and what of that was not the sheet as a whole. */
  const focused = useRef<EventTarget>(null)
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const enter = ({ target }: FocusEvent): void => {
      isInside.current = true
      focused.current = target
      if (target !== element) last.current = target
    }
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) {
        isInside.current = false
      }
    }
    // On an empty place nothing gets the focus that it could be lost to.
    const point = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !element.contains(target)) isInside.current = false
    }
    const release = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return
      delete element.dataset['held']
    }
    // Nobody is told that the focus was lost because a button cannot be pressed any more.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !isInside.current) return
      if (isUseless(focused.current)) element.focus()
    })
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('pointerdown', point, { capture: true })
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    element.addEventListener('pointerdown', release)
    element.addEventListener('keydown', release)
    return () => {
      observer.disconnect()
      document.removeEventListener('pointerdown', point, { capture: true })
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
      element.removeEventListener('pointerdown', release)
      element.removeEventListener('keydown', release)
      if (isInside.current && cameFrom instanceof HTMLElement) cameFrom.focus()
    }
  }, [])
  const shown = useRef(itemId)
  useEffect(() => {
    const element = sheet.current
    if (!element || shown.current === itemId) return
    shown.current = itemId
    if (!isInside.current) return
    if (isWriting(last.current)) element.dataset['held'] = 'true'
    last.current = null
    element.focus()
  }, [itemId])
  return sheet
}

/** It is gone, or cannot have the focus any more. */
function isUseless(target: EventTarget | null): boolean {
  return target instanceof Element && (!target.isConnected || target.matches(':disabled'))
}
