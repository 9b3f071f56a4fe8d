import { useRef, useState } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { renameInList } from '../../stores/window/view'
import { focusRow } from '../server/server-rows'
import { renameServer } from '../server/server-actions'
import styles from './servers.module.css'

/** Takes the place of the row. Enter keeps the name, Escape drops it. */
export function RenameField({ server }: { readonly server: ServerSummary }) {
  const [text, setText] = useState(server.name)
  const [problem, setProblem] = useState<string>()
  const isEnding = useRef(false)

  async function commit(): Promise<void> {
    if (isEnding.current) return
    isEnding.current = true
    try {
      await renameServer(server, text)
      if (text.trim() === server.name) focusRow(server.id)
    } catch (error) {
      setProblem(messageOf(error))
    }
    isEnding.current = false
  }

  function cancel(): void {
    isEnding.current = true
    renameInList(undefined)
    focusRow(server.id)
  }

  return (
    <div className={styles['renaming']}>
      <input
        className={styles['rename']}
        aria-label={`New name of ${server.name}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'rename-note'}
        autoFocus
        spellCheck={false}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => (problem === undefined ? void commit() : cancel())}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') void commit()
          if (event.key === 'Escape') cancel()
        }}
      />
      {problem !== undefined && (
        <p id="rename-note" className={styles['renameProblem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
