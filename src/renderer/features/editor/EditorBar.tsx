import { useEffect, useEffectEvent } from 'react'
import type { EditorMode } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { Segments } from '../../ui/controls/Segments'
import styles from './editor.module.css'

type Props = {
  readonly title: string
  readonly mode: EditorMode
  readonly isBusy: boolean
  /** There is something that is not saved yet. */
  readonly isChanged: boolean
  readonly onMode: (mode: EditorMode) => void
  readonly onClose: () => void
  readonly onDiscard: () => void
  readonly onTest: () => void
  readonly onSave: (isOpened: boolean) => void
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' }
] as const

export function EditorBar(props: Props) {
  const { title, mode, isBusy, isChanged, onMode, onClose, onDiscard, onTest, onSave } = props
  useKeys({ onClose, onTest, onSave })
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{title}</h1>
      <Segments label="How to edit it" value={mode} options={MODES} onChange={onMode} />
      <span className="ui-spring" />
      {isChanged && (
        <Button title="Close, and forget what you changed" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button title="Escape. What you wrote is kept until Patchbay ends." onClick={onClose}>
        Close
      </Button>
      <Button
        title="Open it once and see, without saving. Ctrl+Shift+Enter"
        aria-keyshortcuts="Control+Shift+Enter"
        onClick={onTest}
      >
        Test
      </Button>
      <Button
        shortcut="Ctrl ↵"
        aria-keyshortcuts="Control+Enter"
        disabled={isBusy}
        onClick={() => onSave(true)}
      >
        Save and open
      </Button>
      <Button
        isPrimary
        shortcut="Ctrl S"
        aria-keyshortcuts="Control+S"
        disabled={isBusy}
        onClick={() => onSave(false)}
      >
        Save
      </Button>
    </header>
  )
}

type Keys = Pick<Props, 'onClose' | 'onTest' | 'onSave'>

/** Work wherever the cursor is; even the code editor, which has other plans for some, lets them go. */
function useKeys({ onClose, onTest, onSave }: Keys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    if (event.repeat || isInMenu(event.target)) return
    if (hasCommand && event.key === 'Enter') {
      if (event.shiftKey) onTest()
      else onSave(true)
    } else if (hasCommand && !event.shiftKey && event.key === 's') onSave(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isInMenu(event.target)) return
    if (event.target instanceof HTMLElement && event.target.closest('.monaco-editor')) return
    onClose()
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    addEventListener('keydown', (event) => handleKey(event), { capture: true, signal })
    addEventListener('keydown', (event) => handleEscape(event), { signal })
    return () => ending.abort()
  }, [])
}

/** A menu or dialog above the page has its own keys. */
function isInMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=menu], [role=dialog]') !== null
}
