import type { KeyboardEvent } from 'react'

/** In a list of buttons the arrow keys move from one to the next. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  buttons[index + step]?.focus()
  event.preventDefault()
}
