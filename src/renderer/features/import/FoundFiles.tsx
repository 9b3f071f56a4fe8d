import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { ImportedFile } from '../../../shared/servers/configuration'
import { Checkbox } from '../../ui/controls/Checkbox'
import { count } from '../../ui/text/format'
import { nextIndex } from '../../ui/list/list-keys'
import { faultLine } from '../server/fault-words'
import { isAtHome, type Choice } from './choices'
import { FoundRow } from './FoundRow'
import { tickServers } from './import-state'
import styles from './import.module.css'

type Props = {
  readonly files: readonly ImportedFile[]
  readonly choices: ReadonlyMap<string, Choice>
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** The boxes are what one moves between: arrows go from box to box across files, Space ticks. */
export function FoundFiles({ files, choices, selected, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [renaming, setRenaming] = useState<string>()
  const keys = files.flatMap(({ servers }) => servers.map(({ key }) => key))

  function focusBox(key: string): void {
    list.current?.querySelector<HTMLElement>(`[data-box="${CSS.escape(key)}"]`)?.focus()
  }

  function handleKey(event: KeyboardEvent): void {
    const key = (event.target as HTMLElement).dataset['box']
    if (key === undefined) return
    if (event.key === 'F2') setRenaming(key)
    else {
      const index = nextIndex(event.key, keys.indexOf(key), keys.length, 10)
      const next = index === undefined ? undefined : keys[index]
      if (next === undefined) return
      focusBox(next)
    }
    event.preventDefault()
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target as HTMLElement
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key']
    if (key === undefined) return
    onSelect(key)
    if (!target.closest('input, button')) focusBox(key)
  }

  function handleRenamed(key: string, isByKey: boolean): void {
    setRenaming(undefined)
    if (isByKey) focusBox(key)
  }

  return (
    <div ref={list} onKeyDown={handleKey} onClick={handleClick}>
      {files.map((file, index) => (
        <section key={index} aria-label={file.title}>
          <FileHead file={file} choices={choices} />
          {file.folder !== undefined && (
            <p className={styles['elsewhere']}>
              {isAtHome(file) ? (
                <>
                  Imported as local to <code>{file.folder}</code>, and listed while that folder is
                  open.
                </>
              ) : (
                <>
                  Belongs to <code>{file.folder}</code> only. It cannot be imported for that folder,
                  because the folder is gone or its list of servers cannot be read.
                </>
              )}
            </p>
          )}
          {file.fault && <p className={styles['fault']}>! {faultLine(file.fault)}</p>}
          <ul>
            {file.servers.map(({ key }) => {
              const choice = choices.get(key)
              return (
                choice && (
                  <FoundRow
                    key={key}
                    choice={choice}
                    isSelected={key === selected}
                    isRenaming={key === renaming}
                    onSelect={onSelect}
                    onRename={setRenaming}
                    onRenamed={handleRenamed}
                  />
                )
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

type HeadProps = { readonly file: ImportedFile; readonly choices: ReadonlyMap<string, Choice> }

function FileHead({ file, choices }: HeadProps) {
  const found = file.servers
    .map(({ key }) => choices.get(key))
    .filter((choice) => choice !== undefined && choice.standing !== 'invalid')
  const ticked = found.filter((choice) => choice?.isTicked).length
  const isAll = found.length > 0 && ticked === found.length
  return (
    <header className={styles['fileHead']}>
      <Checkbox
        isChecked={isAll ? true : ticked > 0 ? 'some' : false}
        disabled={found.length === 0}
        aria-label={`All of ${file.title}`}
        onChange={() =>
          tickServers(
            found.flatMap((choice) => choice?.server.key ?? []),
            !isAll
          )
        }
      />
      <h2>{file.title}</h2>
      {!file.fault && (
        <span className={styles['count']}>{count(file.servers.length, 'server')}</span>
      )}
      {file.path !== undefined && (
        <code className={styles['path']} title={file.path}>
          {file.path}
        </code>
      )}
    </header>
  )
}
