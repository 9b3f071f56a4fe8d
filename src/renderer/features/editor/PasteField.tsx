import { useRef, useState } from 'react'
import type { ConfigFault } from '../../../shared/servers/server-config'
import { notify, tell } from '../../stores/window/notices'
import { importReadable } from '../import/import-actions'
import { faultLine } from '../server/fault-words'
import { readPasted } from './pasted'
import styles from './editor.module.css'

type Props = {
  readonly onRead: (name: string, text: string) => void
}

/** The quick way to begin. What is understood fills the form; what is not says why. */
export function PasteField({ onRead }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [notes, setNotes] = useState<readonly string[]>([])

  function read(written: string): void {
    const pasted = readPasted(written)
    setProblem(pasted.kind === 'problem' ? pasted.problem : undefined)
    setNotes(pasted.kind === 'definition' ? pasted.notes : [])
    if (pasted.kind === 'import') {
      importReadable(written).then((fault) => {
        if (fault) showFault(written, fault)
        else if (pasted.why !== undefined) tell(pasted.why)
      }, notify)
    }
    if (pasted.kind === 'definition') onRead(pasted.name, pasted.text)
  }

  /** The text stays, with the place marked where it cannot be read. */
  function showFault(written: string, fault: ConfigFault): void {
    setProblem(faultLine(fault))
    const { line, column } = fault
    if (line === undefined || column === undefined) return
    const before = written
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length
    const offset = before + (line > 1 ? 1 : 0) + column - 1
    field.current?.focus()
    field.current?.setSelectionRange(offset, offset + 1)
  }

  function handleChange(written: string): void {
    setText(written)
    if (written.trim() === '') {
      setProblem(undefined)
      setNotes([])
    } else if (!/^\s*[{["`]/.test(written)) {
      // A command is understood while it is typed; JSON only as a whole, when it is pasted.
      read(written)
    }
  }

  return (
    <div className={styles['paste']}>
      <textarea
        ref={field}
        className={styles['pasteText']}
        aria-label="Paste a command, an address or JSON"
        aria-describedby="paste-help"
        aria-invalid={problem !== undefined}
        placeholder="Paste a command, an address or JSON"
        rows={1}
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => handleChange(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (text.trim() !== '' || pasted.trim() === '') return
          event.preventDefault()
          setText(pasted)
          read(pasted)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          if (text.trim() !== '') read(text)
        }}
      />
      <div id="paste-help" role="status">
        {problem !== undefined && <p className="ui-problem">{problem}</p>}
        {problem === undefined && notes.length === 0 && (
          <p className="ui-hint">
            Such as npx -y @acme/server, https://mcp.example.com/mcp or an entry of another file.
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="ui-hint">
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}
