import { Ellipsis } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import styles from './schema-form.module.css'

type Props = { readonly label: string; readonly entries: () => readonly MenuEntry[] }

/** A button until it is first pressed: a form has hundreds of these, and a menu listens to every key. */
export function LateMenu({ label, entries }: Props) {
  const [isMade, setIsMade] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const looks = {
    ref: button,
    type: 'button',
    className: styles['menu'],
    'aria-label': label,
    children: <Ellipsis aria-hidden="true" size={14} />
  } as const

  /** The press goes on to the menu that it has called for. */
  function make(press: Event): void {
    const hadFocus = document.activeElement === button.current
    flushSync(() => setIsMade(true))
    if (hadFocus) button.current?.focus()
    button.current?.dispatchEvent(press)
  }

  function handlePointer(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey) return
    event.preventDefault()
    make(new PointerEvent('pointerdown', { button: 0, bubbles: true, cancelable: true }))
  }

  function handleKey(event: KeyboardEvent): void {
    const { key } = event
    if (key !== 'Enter' && key !== ' ' && key !== 'ArrowDown') return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    make(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }

  if (isMade) {
    return (
      <MenuButton label={label} entries={entries}>
        <button {...looks} />
      </MenuButton>
    )
  }
  return (
    <button
      {...looks}
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onPointerDown={handlePointer}
      onKeyDown={handleKey}
    />
  )
}
