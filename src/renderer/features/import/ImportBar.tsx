import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useSecrets } from '../../stores/servers/secrets'
import { useServers } from '../../stores/servers/servers'
import { selectServer } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { count } from '../../ui/text/format'
import { refusalOf, type Choice } from './choices'
import { applyImport } from './import-actions'
import { moveSecrets, useImport } from './import-state'
import styles from './import-bar.module.css'

const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘↵' : 'Ctrl ↵'

/** The one button, what it will do, and what it has done. */
export function ImportBar({ choices }: { readonly choices: ReadonlyMap<string, Choice> }) {
  const { isLoading, imported, hasSecrets } = useImport()
  const storage = useSecrets(({ description }) => description?.storage)
  const reasonId = useId()
  const ticked = [...choices.values()].filter(({ isTicked }) => isTicked)
  const secretCount = ticked.reduce((sum, { server }) => sum + server.secretFields.length, 0)
  const isMoving = hasSecrets ?? storage === 'system'
  const refusal = choices.size === 0 ? undefined : refusalOf(choices.values())
  const canImport = ticked.length > 0 && refusal === undefined && !isLoading

  function handleImport(): void {
    if (!canImport) return
    const servers = ticked.map(({ server: { key }, name }) => ({ key, name }))
    void applyImport(servers, isMoving && secretCount > 0)
  }

  useImportKey(handleImport)
  return (
    <footer className={styles['bar']}>
      <Checkbox isChecked={isMoving} disabled={secretCount === 0} onChange={moveSecrets}>
        Move values that look like secrets into the secret store
        <span className={styles['barHint']}>
          {' · '}
          {hintOf(secretCount, storage === 'memory', isMoving)}
        </span>
      </Checkbox>
      <div className={styles['barEnd']}>
        {imported && !isLoading ? (
          <Result imported={imported} />
        ) : (
          <p id={reasonId} className={styles['reason']}>
            {refusal ?? 'Nothing is started.'}
          </p>
        )}
        <Button
          isPrimary
          shortcut={SHORTCUT}
          disabled={!canImport}
          aria-describedby={reasonId}
          onClick={handleImport}
        >
          Import {count(ticked.length, 'server')}
        </Button>
      </div>
    </footer>
  )
}

function hintOf(secretCount: number, isMemory: boolean, isMoving: boolean): string {
  if (secretCount === 0) return 'nothing ticked has any'
  const number = count(secretCount, 'value')
  if (isMemory) return `${number}, gone at the end of this run`
  return isMoving ? number : `${number}, else kept in the file`
}

/** Takes the focus, because the button that was pressed has nothing more to do. */
function Result({ imported }: { readonly imported: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  const servers = useServers((state) => state.servers)
  const listed = servers.filter(({ id }) => imported.includes(id))
  const first = listed[0]?.id
  useEffect(() => place.current?.querySelector('button')?.focus(), [imported])
  return (
    <div ref={place} className={styles['result']}>
      <p role="status">
        <span aria-hidden="true">✓ </span>
        {imported.length} imported. None was started.
        {listed.length < imported.length && ' Those of other folders are listed there.'}
      </p>
      {first !== undefined && <Button onClick={() => selectServer(first)}>Show them</Button>}
    </div>
  )
}

function useImportKey(onImport: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isWanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isWanted || event.repeat || event.defaultPrevented) return
    if ((event.target as Element | null)?.closest('[role=dialog]')) return
    event.preventDefault()
    onImport()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
