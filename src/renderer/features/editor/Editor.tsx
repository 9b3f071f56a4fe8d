import { useRef, useState } from 'react'
import type { Draft } from '../../../shared/servers/configuration'
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { WRITABLE_SCOPES, type WritableScope } from '../../../shared/servers/server-config'
import { request } from '../../bridge/bridge'
import {
  definitionKey,
  dropDefinition,
  keepDefinition,
  useDefinitions
} from '../../stores/servers/definitions'
import { useServers } from '../../stores/servers/servers'
import { showPage, type EditorMode, type Editing } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { FieldGroup } from '../../ui/controls/Field'
import { Segments } from '../../ui/controls/Segments'
import { TextField } from '../../ui/controls/TextField'
import { showServer } from '../server/server-actions'
import { openServer } from '../server/session-actions'
import { DefinitionForm } from './DefinitionForm'
import { readDefinition } from './definition-text'
import { EditorBar } from './EditorBar'
import { DEFINITION_FILE } from './definition-file'
import { Findings } from './Findings'
import { faultsOfTouched, problemAt } from './field-faults'
import { withKind, type Kind } from './kinds'
import { PasteField } from './PasteField'
import { TestPanel } from './TestPanel'
import { useDraftCheck } from './use-draft-check'
import { useDraftTest } from './use-draft-test'
import styles from './editor.module.css'

type Props = { readonly editing: Editing; readonly original: Draft }

/** The text is the truth; the form is a view of it. */
export function Editor({ editing, original }: Props) {
  const { serverId } = editing
  const isNew = serverId === undefined
  const { draft, base, kept, change, discard } = useKeptDraft(editing, original)
  const [mode, setMode] = useState<EditorMode>(editing.mode)
  /** The code editor holds its own text; a new number makes it take ours. */
  const [epoch, setEpoch] = useState(0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [hasTried, setHasTried] = useState(!isNew)
  const [saving, setSaving] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false })
  const [wantedKind, setWantedKind] = useState<Kind>('process')
  const removed = useRef<Readonly<Record<string, unknown>>>({})
  const scroller = useRef<HTMLDivElement>(null)
  const check = useDraftCheck(draft, serverId)
  const test = useDraftTest()
  const faults = hasTried ? check.faults : faultsOfTouched(check.faults, touched)
  /** What was not checked yet is left to main, which checks it again anyway. */
  const isRefused = check.isCurrent && check.faults.length > 0
  const isNameMissing = draft.name.trim() === '' && (hasTried || touched.has('name'))
  const read = readDefinition(draft.text)
  /** Then the form says so itself. */
  const isUnreadable = mode === 'form' && 'problem' in read
  const originalRead = readDefinition(original.text)

  function edit(part: Partial<Draft>, field: string): void {
    change(part)
    setTouched((before) => new Set(before).add(field))
    setSaving({ isBusy: false })
  }

  function handleKind(kind: Kind): void {
    const next = withKind(draft.text, kind, removed.current)
    removed.current = { ...removed.current, ...next.removed }
    setWantedKind(kind)
    edit({ text: next.text }, 'kind')
  }

  function handlePasted(name: string, text: string): void {
    edit({ text, ...(name !== '' && { name }) }, 'command')
    setEpoch(epoch + 1)
  }

  async function save(isOpened: boolean): Promise<void> {
    setHasTried(true)
    if (isRefused) return showFirstFault(scroller.current)
    if (saving.isBusy) return
    setSaving({ isBusy: true })
    try {
      const savedId = await request('draft.save', { ...draft, ...replacing(serverId), base })
      dropDefinition(definitionKey(serverId))
      await showServer(savedId)
      if (isOpened) openServer(savedId)
    } catch (error) {
      setSaving({ isBusy: false, problem: messageOf(error) })
    }
  }

  function handleTest(): void {
    setHasTried(true)
    if (isRefused) showFirstFault(scroller.current)
    else test.start(draft, serverId)
  }

  return (
    <div className={styles['page']}>
      <EditorBar
        title={isNew ? 'New server' : `Edit ${original.name}`}
        mode={mode}
        isBusy={saving.isBusy}
        isChanged={!isSame(draft, original)}
        onMode={setMode}
        onClose={() => showPage('workspace')}
        onDiscard={() => {
          discard()
          showPage('workspace')
        }}
        onTest={handleTest}
        onSave={(isOpened) => void save(isOpened)}
      />
      {kept && (
        <div className={styles['kept']} role="status">
          <p>Unsaved changes from before.</p>
          <Button
            onClick={() => {
              discard()
              setEpoch(epoch + 1)
            }}
          >
            Discard
          </Button>
        </div>
      )}
      <div className={styles['body']}>
        <div className={styles['main']}>
          <div ref={scroller} className={styles['scroll']} data-mode={mode}>
            <div className={styles['fields']}>
              {isNew && <PasteField onRead={handlePasted} />}
              <TextField
                label="Name"
                value={draft.name}
                problem={
                  problemAt(faults, 'name') ?? (isNameMissing ? 'It needs a name.' : undefined)
                }
                spellCheck={false}
                autoFocus={!isNew && mode === 'form'}
                onChange={(name) => edit({ name }, 'name')}
              />
              <ScopeField
                scope={draft.scope}
                isFixed={!isNew}
                onChange={(scope) => edit({ scope }, 'scope')}
              />
              {mode === 'form' && 'value' in read && (
                <DefinitionForm
                  key={epoch}
                  value={read.value}
                  text={draft.text}
                  original={'value' in originalRead ? originalRead.value : {}}
                  faults={faults}
                  wantedKind={wantedKind}
                  onKind={handleKind}
                  onChange={(text, field) => edit({ text }, field)}
                />
              )}
              {mode === 'form' && 'problem' in read && (
                <Unreadable {...read} onJson={() => setMode('json')} />
              )}
            </div>
            {mode === 'json' && (
              <div className={styles['code']}>
                <CodeEditor
                  key={epoch}
                  label="Definition as JSON"
                  language="json"
                  fileName={DEFINITION_FILE}
                  value={draft.text}
                  onChange={(text) => {
                    edit({ text }, 'json')
                    setHasTried(true)
                  }}
                />
              </div>
            )}
          </div>
          <Findings
            faults={isUnreadable ? [] : faults}
            warnings={check.warnings}
            hasPlaces={mode === 'json'}
            problem={saving.problem ?? check.problem}
          />
        </div>
        <TestPanel test={test} />
      </div>
    </div>
  )
}

/** The cursor goes to the first field that is wrong, once it is marked as such. */
function showFirstFault(page: HTMLElement | null): void {
  requestAnimationFrame(() => page?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

function replacing(serverId: ServerId | undefined): { replaces?: ServerId } {
  return serverId === undefined ? {} : { replaces: serverId }
}

type DraftInHand = {
  readonly draft: Draft
  /** What it was when the person began. */
  readonly base: string
  /** It was begun earlier, and is still as it was left. */
  readonly kept: boolean
  readonly change: (part: Partial<Draft>) => void
  readonly discard: () => void
}

/** A draft that outlives the page: whoever comes back finds what they wrote. */
function useKeptDraft({ serverId, scope }: Editing, original: Draft): DraftInHand {
  const key = definitionKey(serverId)
  const [before] = useState(() => useDefinitions.getState().drafts[key])
  const { base: firstBase, ...begun } = before ?? { ...original, base: original.text }
  const first: Draft = serverId === undefined ? { ...begun, scope } : begun
  const [base, setBase] = useState(firstBase)
  const [draft, setDraft] = useState<Draft>(first)
  const [isKept, setIsKept] = useState(before !== undefined && !isSame(first, original))

  return {
    draft,
    base,
    kept: isKept,
    change: (part) => {
      const next = { ...draft, ...part }
      setDraft(next)
      if (isSame(next, original)) dropDefinition(key)
      else keepDefinition(key, { ...next, base })
    },
    discard: () => {
      setDraft(original)
      setBase(original.text)
      setIsKept(false)
      dropDefinition(key)
    }
  }
}

function isSame(a: Draft, b: Draft): boolean {
  return a.name === b.name && a.text === b.text
}

const SCOPE_LABELS: Readonly<Record<WritableScope, string>> = {
  local: 'Local',
  project: 'Project',
  user: 'User'
}

const SCOPE_MEANINGS: Readonly<Record<WritableScope, string>> = {
  local: 'For you, in this project. Not written in its folder.',
  project: 'For everyone who has this project: it is written in its folder.',
  user: 'For you, everywhere.'
}

type ScopeProps = {
  readonly scope: WritableScope
  readonly isFixed: boolean
  readonly onChange: (scope: WritableScope) => void
}

function ScopeField({ scope, isFixed, onChange }: ScopeProps) {
  const hasProject = useServers(({ config }) => config.project !== undefined)
  const options = WRITABLE_SCOPES.map((value) => ({
    value,
    label: SCOPE_LABELS[value],
    refusal:
      isFixed && value !== scope
        ? 'Copy the server to put it elsewhere.'
        : value !== 'user' && !hasProject
          ? 'Open a project folder first.'
          : undefined
  }))
  return (
    <FieldGroup label="Scope" hint={SCOPE_MEANINGS[scope]}>
      <div>
        <Segments label="Scope" value={scope} options={options} onChange={onChange} />
      </div>
    </FieldGroup>
  )
}

type UnreadableProps = {
  readonly problem: string
  readonly line: number
  readonly column: number
  readonly onJson: () => void
}

function Unreadable({ problem, line, column, onJson }: UnreadableProps) {
  return (
    <div className={styles['unreadable']} role="alert">
      <p>
        {problem} See line {line}, column {column}. There is no form until it is put right.
      </p>
      <Button onClick={onJson}>Show JSON</Button>
    </div>
  )
}
