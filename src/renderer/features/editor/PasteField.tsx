import { useState } from 'react'
import { tell } from '../../stores/notices'
import { importText } from '../import/import-actions'
import { readPasted } from './pasted'
import styles from './editor.module.css'

type Props = {
  readonly onRead: (name: string, text: string) => void
}

/** The quick way to begin. What is understood fills the form; what is not says why. */
export function PasteField({ onRead }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [notes, setNotes] = useState<readonly string[]>([])

  function read(written: string): void {
    const pasted = readPasted(written)
    setProblem(pasted.kind === 'problem' ? pasted.problem : undefined)
    setNotes(pasted.kind === 'definition' ? pasted.notes : [])
    if (pasted.kind === 'import') {
      importText(written)
      if (pasted.why !== undefined) tell(pasted.why)
    }
    if (pasted.kind === 'definition') onRead(pasted.name, pasted.text)
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
        {problem !== undefined && <p className={styles['problem']}>{problem}</p>}
        {problem === undefined && notes.length === 0 && (
          <p className={styles['hint']}>
            Such as npx -y @acme/server, https://mcp.example.com/mcp or an entry of another file.
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className={styles['hint']}>
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}
