import { KeyRound, MessageSquareText, Pencil, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { Checkbox } from '../../ui/controls/Checkbox'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { describeSecrets, markOf, type Choice } from './choices'
import { editServer, tickServers } from './import-state'
import styles from './import.module.css'

type Props = {
  readonly choice: Choice
  readonly isSelected: boolean
  readonly isRenaming: boolean
  readonly onSelect: (key: string) => void
  readonly onRename: (key: string) => void
  /** `isByKey` when a key has ended it, and the focus has to go somewhere. */
  readonly onRenamed: (key: string, isByKey: boolean) => void
}

export const FoundRow = memo(function FoundRow(props: Props) {
  const { choice, isSelected, isRenaming, onSelect, onRename, onRenamed } = props
  const { server, name, isTicked, standing, problem } = choice
  const { key, what, warnings, notes, secretFields } = server
  const { glyph, word } = markOf(choice)
  const problemId = useId()
  const isInvalid = standing === 'invalid'
  return (
    <li className={styles['server']} data-key={key} data-selected={isSelected}>
      <div className={styles['line']}>
        <Checkbox
          isChecked={isTicked}
          data-box={key}
          tabIndex={isSelected ? 0 : -1}
          aria-label={`${name}, ${word}`}
          aria-disabled={isInvalid}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={(isChecked) => !isInvalid && tickServers([key], isChecked)}
          onFocus={() => onSelect(key)}
        />
        {isRenaming ? (
          <NameField choice={choice} onDone={(isByKey) => onRenamed(key, isByKey)} />
        ) : (
          <span className={styles['name']} onDoubleClick={() => onRename(key)}>
            <span className={styles['nameText']} title={name}>
              <ServerText>{name}</ServerText>
            </span>
            <span className={styles['rename']}>
              <IconButton label={`Rename ${name}`} shortcut="F2" onClick={() => onRename(key)}>
                <Pencil aria-hidden="true" size={12} />
              </IconButton>
            </span>
          </span>
        )}
        <span className={styles['standing']} data-standing={standing}>
          <span aria-hidden="true">{glyph}</span> {word}
        </span>
        <code className={styles['what']} title={what}>
          <ServerText>{what}</ServerText>
        </code>
        <span className={styles['marks']}>
          {warnings.length > 0 && (
            <span className={styles['mark']} data-kind="warning" title={warnings.join('\n')}>
              <TriangleAlert aria-hidden="true" size={12} /> {warnings.length}
              <span className="ui-unseen"> warnings</span>
            </span>
          )}
          {secretFields.length > 0 && (
            <span className={styles['mark']} title={`${describeSecrets(server)}.`}>
              <KeyRound aria-hidden="true" size={12} /> {secretFields.length}
              <span className="ui-unseen"> like secrets</span>
            </span>
          )}
          {notes.length > 0 && (
            <span className={styles['mark']} title={notes.join('\n')}>
              <MessageSquareText aria-hidden="true" size={12} /> {notes.length}
              <span className="ui-unseen"> notes</span>
            </span>
          )}
        </span>
      </div>
      {problem !== undefined && (
        <p id={problemId} className={styles['rowProblem']}>
          ! {problem}{' '}
          {!isRenaming && (
            <button type="button" className={styles['link']} onClick={() => onRename(key)}>
              Rename
            </button>
          )}
        </p>
      )}
    </li>
  )
})

type NameProps = { readonly choice: Choice; readonly onDone: (isByKey: boolean) => void }

function NameField({ choice: { server, name, problem }, onDone }: NameProps) {
  const field = useRef<HTMLInputElement>(null)
  const before = useRef(name)
  useEffect(() => field.current?.select(), [])

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') editServer(server.key, { name: before.current })
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    onDone(true)
  }

  return (
    <input
      ref={field}
      className={styles['nameField']}
      aria-label={`Name of ${server.name}`}
      aria-invalid={problem !== undefined}
      value={name}
      spellCheck={false}
      autoFocus
      onChange={(event) => editServer(server.key, { name: event.target.value })}
      onKeyDown={handleKey}
      onBlur={() => onDone(false)}
    />
  )
}
