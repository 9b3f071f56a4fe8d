import { useEffect, useEffectEvent, useState } from 'react'
import { DefinitionDialog } from './DefinitionDialog'

type Props = {
  /** What it is called. */
  readonly name: string
  /** As the server listed it. */
  readonly item: object
}

/** What lies over the pane keeps its keys. */
const ELSEWHERE = '[role="dialog"], [role="alertdialog"]'

/** Shows all that the server says of something in its catalogue. By F12 too, as in an editor. */
export function DefinitionButton({ name, item }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (event.key !== 'F12' || hasModifier) return
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOpen(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
  return (
    <>
      <button
        type="button"
        className="ui-unfold"
        title="What the server says of it, word for word (F12)"
        aria-keyshortcuts="F12"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Definition
      </button>
      {isOpen && <DefinitionDialog name={name} item={item} onClose={() => setIsOpen(false)} />}
    </>
  )
}
