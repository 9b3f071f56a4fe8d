import { useEffect, useState } from 'react'
import {
  CONFIG_FORMATS,
  FORMAT_TITLES,
  type ConfigFormat,
  type ExportedText
} from '../../../shared/servers/configuration'
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { request } from '../../bridge/bridge'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { Dialog } from '../../ui/controls/Dialog'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { closeExport, useExport } from './open-export'
import styles from './export.module.css'

export function ExportDialog() {
  const serverIds = useExport((state) => state.serverIds)
  return serverIds && <OpenDialog wanted={serverIds} />
}

function OpenDialog({ wanted }: { readonly wanted: readonly ServerId[] }) {
  const servers = useServers((state) => state.servers).filter((server) => canExport(server, wanted))
  const [format, setFormat] = useState<ConfigFormat>('patchbay')
  const [ticked, setTicked] = useState<ReadonlySet<ServerId>>(new Set(wanted))
  const [hasValues, setHasValues] = useState(false)
  const [outcome, setOutcome] = useState('')
  const chosen = servers.map(({ id }) => id).filter((id) => ticked.has(id))
  const { exported, problem } = useExportedText(format, chosen)
  const canTake = exported !== undefined && chosen.length > 0

  async function copy(): Promise<void> {
    await request('export.copy', { format, serverIds: chosen })
    setOutcome('Copied.')
  }

  async function save(): Promise<void> {
    const path = await request('export.save', { format, serverIds: chosen, hasValues })
    setOutcome(path === null ? '' : `Saved as ${path}.`)
  }

  function tell(work: Promise<void>): void {
    work.catch((error: unknown) => setOutcome(messageOf(error)))
  }

  return (
    <Dialog
      title="Export servers"
      description="As another program writes them. Trust and secrets are not exported."
      onClose={closeExport}
      footer={
        <>
          <Checkbox isChecked={hasValues} onChange={setHasValues}>
            Include values that may be secret
          </Checkbox>
          <p className={styles['outcome']} role="status">
            {outcome}
          </p>
          <Button disabled={!canTake} onClick={() => tell(copy())}>
            {hasValues ? 'Copy without values' : 'Copy'}
          </Button>
          <Button isPrimary disabled={!canTake} onClick={() => tell(save())}>
            Save…
          </Button>
        </>
      }
    >
      <div className={styles['columns']}>
        <div className={styles['choices']}>
          <Formats format={format} onChange={setFormat} />
          <Servers servers={servers} ticked={ticked} onChange={setTicked} />
        </div>
        <div className={styles['preview']}>
          {hasValues && (
            <p className={styles['warning']} role="alert">
              ! The saved file holds values as they are written, tokens and passwords among them.
              Whoever gets it can use them. What is shown and copied here leaves them out.
            </p>
          )}
          {problem !== undefined && (
            <p className={styles['refusal']} role="alert">
              {problem}
            </p>
          )}
          {chosen.length === 0 && <p className="ui-hint">Tick a server to see its text.</p>}
          {chosen.length > 0 && !exported && problem === undefined && <Skeleton rows={9} />}
          {canTake && <Preview exported={exported} />}
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ exported }: { readonly exported: ExportedText }) {
  const { text, notes } = exported
  return (
    <>
      {notes.length > 0 && (
        <ul className={styles['notes']} aria-label="Notes" tabIndex={0}>
          {notes.map((note, index) => (
            <li key={index}>
              <ServerText>{note}</ServerText>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['text']}>
        <CodeEditor label="Exported text" value={text.trimEnd()} language="json" />
      </div>
    </>
  )
}

type FormatsProps = {
  readonly format: ConfigFormat
  readonly onChange: (format: ConfigFormat) => void
}

function Formats({ format, onChange }: FormatsProps) {
  return (
    <fieldset className={styles['group']}>
      <legend>Format</legend>
      {CONFIG_FORMATS.map((choice) => (
        <label key={choice} className={styles['choice']}>
          <input
            type="radio"
            name="export-format"
            checked={choice === format}
            onChange={() => onChange(choice)}
          />
          {FORMAT_TITLES[choice]}
        </label>
      ))}
    </fieldset>
  )
}

type ServersProps = {
  readonly servers: readonly ServerSummary[]
  readonly ticked: ReadonlySet<ServerId>
  readonly onChange: (ticked: ReadonlySet<ServerId>) => void
}

function Servers({ servers, ticked, onChange }: ServersProps) {
  const number = servers.filter(({ id }) => ticked.has(id)).length
  const isAll = number === servers.length
  return (
    <fieldset className={styles['group']}>
      <legend>Servers</legend>
      <div className={styles['choice']}>
        <Checkbox
          isChecked={isAll ? true : number > 0 ? 'some' : false}
          onChange={() => onChange(new Set(isAll ? [] : servers.map(({ id }) => id)))}
        >
          {number} of {count(servers.length, 'server')}
        </Checkbox>
      </div>
      {servers.map(({ id, name, scope }) => (
        <div key={id} className={styles['choice']}>
          <Checkbox
            isChecked={ticked.has(id)}
            onChange={(isChecked) => onChange(withMember(ticked, id, isChecked))}
          >
            <ServerText>{name}</ServerText> <span className="ui-hint">{scope}</span>
          </Checkbox>
        </div>
      ))}
    </fieldset>
  )
}

function withMember<T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> {
  const changed = new Set(set)
  if (isIn) changed.add(member)
  else changed.delete(member)
  return changed
}

/** What is written in a file; of the others only those that were asked for. */
function canExport({ id, scope }: ServerSummary, wanted: readonly ServerId[]): boolean {
  return (scope !== 'built-in' && scope !== 'command line') || wanted.includes(id)
}

type Exported = { readonly exported?: ExportedText; readonly problem?: string }

/**
 * The text for these choices; while a new one is on its way, the one before. Never with values:
 * those go from main straight into the file.
 */
function useExportedText(format: ConfigFormat, serverIds: readonly ServerId[]): Exported {
  const [exported, setExported] = useState<Exported>({})
  const key = JSON.stringify(serverIds)
  useEffect(() => {
    let isGone = false
    const wanted = fromJson(key) as ServerId[]
    if (wanted.length === 0) return setExported({})
    request('export.text', { format, serverIds: wanted }).then(
      (answer) => !isGone && setExported({ exported: answer }),
      (error: unknown) => !isGone && setExported({ problem: messageOf(error) })
    )
    return () => {
      isGone = true
    }
  }, [format, key])
  return exported
}
