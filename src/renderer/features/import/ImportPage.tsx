import { ClipboardPaste, FileJson, RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ImportReport } from '../../../shared/servers/configuration'
import type { WritableScope } from '../../../shared/servers/server-config'
import { notify } from '../../stores/window/notices'
import { loadSecrets } from '../../stores/servers/secrets'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { count } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { Segments } from '../../ui/controls/Segments'
import { Skeleton } from '../../ui/panes/Skeleton'
import { choicesOf, filterFiles } from './choices'
import { FoundDetails } from './FoundDetails'
import { FoundFiles } from './FoundFiles'
import {
  chooseFile,
  chooseScope,
  importText,
  leaveImport,
  lookAgain,
  lookAround
} from './import-actions'
import { useImport } from './import-state'
import { ImportBar } from './ImportBar'
import { LookedIn } from './LookedIn'
import { PasteArea } from './PasteArea'
import styles from './import.module.css'

const NO_REPORT: ImportReport = { files: [], absent: [] }

/** What other programs have, against what is here; nothing is taken over before the one button. */
export function ImportPage() {
  const { report, isLoading, problem, edits, scope } = useImport()
  const servers = useServers((state) => state.servers)
  const [isPasting, setIsPasting] = useState(false)
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  useOpening()
  usePaste()
  useReadText(() => {
    if (!isPasting) return
    setIsPasting(false)
    page.current?.querySelector<HTMLElement>('[data-box][tabindex="0"]')?.focus()
  })

  const { files, absent } = report ?? NO_REPORT
  const choices = useMemo(() => {
    const here = servers.filter((server) => server.scope === scope).map(({ name }) => name)
    return choicesOf(report ?? NO_REPORT, edits, new Set(here))
  }, [report, edits, servers, scope])
  const listed = files.filter(({ servers: found, fault }) => found.length > 0 || fault)
  const empty = files.filter(({ servers: found, fault }) => found.length === 0 && !fault)
  const shown = filterFiles(listed, filter, ({ key, name }) => choices.get(key)?.name ?? name)
  const first = shown.flatMap(({ servers: found }) => found)[0]?.key
  const chosen = choices.get(selected ?? '') ?? choices.get(first ?? '')

  return (
    <div ref={page} className="ui-pane">
      <Head isPasting={isPasting} onPaste={() => setIsPasting(!isPasting)} />
      {isPasting && <PasteArea onClose={() => setIsPasting(false)} />}
      {problem !== undefined && (
        <p className={styles['refusal']} role="alert">
          {problem}
        </p>
      )}
      <div className={styles['body']}>
        <div className={styles['content']} aria-busy={isLoading}>
          {!report && isLoading && <Skeleton rows={9} />}
          {report && listed.length === 0 && (
            <div className={styles['nothing']}>
              <Nothing report={report} onPaste={() => setIsPasting(true)} />
              <LookedIn absent={absent} empty={empty} />
            </div>
          )}
          {listed.length > 0 && (
            <>
              <div className={styles['found']}>
                {choices.size > 0 && (
                  <div className={styles['filter']}>
                    <input
                      type="search"
                      className="ui-input"
                      aria-label="Filter found servers"
                      placeholder={`Filter ${count(choices.size, 'server')}`}
                      value={filter}
                      spellCheck={false}
                      onChange={(event) => setFilter(event.target.value)}
                    />
                  </div>
                )}
                <div className={styles['files']}>
                  {shown.length === 0 && (
                    <p className={styles['none']}>No server matches the filter.</p>
                  )}
                  <FoundFiles
                    files={shown}
                    choices={choices}
                    selected={chosen?.server.key}
                    onSelect={setSelected}
                  />
                  <LookedIn absent={absent} empty={empty} />
                </div>
              </div>
              {chosen && <FoundDetails choice={chosen} />}
            </>
          )}
        </div>
      </div>
      <ImportBar choices={choices} />
    </div>
  )
}

type HeadProps = { readonly isPasting: boolean; readonly onPaste: () => void }

function Head({ isPasting, onPaste }: HeadProps) {
  const { scope, source } = useImport()
  const project = useServers(({ config }) => config.project)
  const refusal = project ? undefined : 'Open a project folder first.'
  const scopes: readonly { value: WritableScope; label: string; refusal?: string | undefined }[] = [
    { value: 'user', label: 'User' },
    { value: 'project', label: 'Project', refusal },
    { value: 'local', label: 'Local', refusal }
  ]
  return (
    <header className="ui-toolbar">
      <h1 className={styles['title']}>Import</h1>
      <span className={styles['into']}>into</span>
      <Segments label="Where to" value={scope} options={scopes} onChange={chooseScope} />
      <div className={styles['sources']}>
        {source.kind !== 'scan' && (
          <Button title="Look where other programs keep their servers" onClick={lookAround}>
            Look around
          </Button>
        )}
        <Button
          title="Ctrl+V anywhere on this page reads the clipboard, too"
          aria-expanded={isPasting}
          onClick={onPaste}
        >
          <ClipboardPaste aria-hidden="true" size={14} /> Paste JSON
        </Button>
        <Button title="Or drop a file on the window" onClick={() => void chooseFile()}>
          <FileJson aria-hidden="true" size={14} /> Choose file…
        </Button>
        <IconButton label="Look again" onClick={lookAgain}>
          <RefreshCw aria-hidden="true" size={14} />
        </IconButton>
      </div>
    </header>
  )
}

type NothingProps = { readonly report: ImportReport; readonly onPaste: () => void }

function Nothing({ report, onPaste }: NothingProps) {
  const source = useImport((state) => state.source)
  const isScan = source.kind === 'scan'
  const places = report.absent.length + report.files.length
  return (
    <EmptyState
      title={isScan ? 'No servers of other programs found' : 'No servers in it'}
      action={
        <Button isPrimary onClick={onPaste}>
          Paste JSON
        </Button>
      }
    >
      {isScan
        ? `Patchbay looked in ${count(places, 'place')}. If you have a definition elsewhere, paste it or drop its file on the window.`
        : 'Paste the part that has "mcpServers", or a single definition with "command" or "url".'}
    </EmptyState>
  )
}

/** Every opening looks anew; a project that was closed meanwhile is no place to import to. */
function useOpening(): void {
  const hasProject = useServers(({ config }) => config.project !== undefined)
  const scope = useImport((state) => state.scope)
  useEffect(() => {
    lookAgain()
    loadSecrets().catch(notify)
    return leaveImport
  }, [])
  useEffect(() => {
    if (!hasProject && scope !== 'user') chooseScope('user')
  }, [hasProject, scope])
}

/** Once servers were found in a text, the list is what matters; a fault is corrected in the text. */
function useReadText(onRead: () => void): void {
  const { report, source } = useImport()
  const isText = source.kind === 'text'
  const handleReport = useEffectEvent(() => {
    if (
      isText &&
      report?.files.some(({ origin, servers }) => origin === 'text' && servers.length > 0)
    ) {
      onRead()
    }
  })
  useEffect(() => handleReport(), [report])
}

/** What is pasted where nothing takes it is meant for the import. */
function usePaste(): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const target = event.target as Element | null
    const text = event.clipboardData?.getData('text') ?? ''
    if (
      target?.closest('input, textarea, [contenteditable], [role=dialog]') ||
      text.trim() === ''
    ) {
      return
    }
    event.preventDefault()
    importText(text)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handlePaste(event)
    addEventListener('paste', listener)
    return () => removeEventListener('paste', listener)
  }, [])
}
