import { useEffect, useRef, type RefObject } from 'react'
import { openSheet, useInbox } from '../../../stores/calls/inbox'
import { isWriting } from '../../../ui/attention/is-writing'

/** Where the person was before they went to the sheet. */
let cameFrom: Element | null = null

/** By the person's own wish only: to where they write, where something is to be written. */
export function focusSheet(): boolean {
  if (useInbox.getState().items.length === 0) return false
  openSheet(true)
  cameFrom = document.activeElement
  // It may have to be drawn first.
  if (!enterSheet()) requestAnimationFrame(enterSheet)
  return true
}

/** To where something is to be written, or else to what is asked, which the keys scroll from there. */
function enterSheet(): boolean {
  const sheet = document.querySelector<HTMLElement>('[data-sheet]')
  const field = sheet?.querySelector<HTMLElement>('[data-writing] :is(input, textarea, select)')
  delete sheet?.dataset['held']
  ;(field ?? (sheet && contentOf(sheet)))?.focus()
  return sheet !== null && sheet.contains(document.activeElement)
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
  /** What had the focus, and where the person was last by themselves. */
  const focused = useRef<EventTarget>(null)
  const last = useRef<EventTarget>(null)
  const isLed = useRef(false)
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const enter = ({ target, relatedTarget }: FocusEvent): void => {
      if (isOutside(relatedTarget, element) && !isInside.current) cameFrom = relatedTarget
      isInside.current = true
      focused.current = target
      if (!isLed.current && target !== element) last.current = target
    }
    // The button of a menu gets no focus by a click: it goes straight into the menu.
    const enterMenu = ({ target, relatedTarget }: FocusEvent): void => {
      if (isInside.current || !isOutside(relatedTarget, element)) return
      const menu = target instanceof Element ? target.closest('[role="menu"]') : null
      const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
      if (!button || !element.contains(button)) return
      cameFrom = relatedTarget
      isInside.current = true
    }
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (isOutside(relatedTarget, element)) isInside.current = false
    }
    // On an empty place nothing gets the focus that it could be lost to.
    const point = ({ target }: PointerEvent): void => {
      if (isOutside(target, element)) isInside.current = false
    }
    const release = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return
      delete element.dataset['held']
    }
    // Nobody is told that the focus was lost because a button cannot be pressed any more.
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document
      const isLost = activeElement === body && isUseless(focused.current)
      if (!isInside.current || !(isLost || activeElement === element)) return
      isLed.current = true
      contentOf(element).focus()
      isLed.current = false
    })
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('pointerdown', point, { capture: true })
    document.addEventListener('focusin', enterMenu)
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    element.addEventListener('pointerdown', release)
    element.addEventListener('keydown', release)
    return () => {
      observer.disconnect()
      document.removeEventListener('pointerdown', point, { capture: true })
      document.removeEventListener('focusin', enterMenu)
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

/** A menu is drawn elsewhere in the page, and belongs to where it was opened. */
function isOutside(target: EventTarget | null, sheet: HTMLElement): target is Element {
  return target instanceof Element && !sheet.contains(target) && !target.closest('[role="menu"]')
}

/** From where the keys scroll it, once there is any. */
function contentOf(sheet: HTMLElement): HTMLElement {
  return sheet.querySelector<HTMLElement>('[role=region]') ?? sheet
}

/** It is gone, or cannot have the focus any more. */
function isUseless(target: EventTarget | null): boolean {
  return target instanceof Element && (!target.isConnected || target.matches(':disabled'))
}
