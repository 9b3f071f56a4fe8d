import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button } from '../../ui/controls/Button'
import { importText } from './import-actions'
import { useImport } from './import-state'
import styles from './import.module.css'

/** Takes what was copied from a README, a chat or another file. A paste is read at once. */
export function PasteArea({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState(textBefore)
  const canRead = text.trim() !== ''

  function read(): void {
    if (canRead) importText(text)
  }

  function handlePaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text')
    if (text === '' && pasted.trim() !== '') importText(pasted)
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles['paste']}>
      <textarea
        className={styles['pasteText']}
        aria-label="JSON with servers"
        placeholder={'{ "mcpServers": { … } }, a single definition, or a server.json'}
        rows={5}
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={handlePaste}
        onKeyDown={handleKey}
      />
      <div className={styles['pasteButtons']}>
        <Button disabled={!canRead} title="Ctrl+Enter" onClick={read}>
          Read it
        </Button>
        <Button title="Esc" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** What was read last, for whoever wants to correct it. */
function textBefore(): string {
  const { source } = useImport.getState()
  return source.kind === 'text' ? source.text : ''
}
