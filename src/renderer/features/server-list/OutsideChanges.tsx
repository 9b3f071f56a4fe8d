import { useState } from 'react'
import type {
  ConfigFileState,
  OutsideChange,
  ServerRename
} from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/controls/Dialog'
import { DiffView } from '../../ui/editor/DiffView'
import { shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { describeChange, fileName } from '../server/describe-change'
import styles from './changes.module.css'

/** Files that somebody else has changed while we were running, each until it is dismissed. */
export function OutsideChanges() {
  const { changes: all, files } = useServers(({ config }) => config)
  const changes = all.filter((change) => !isTold(change, files))
  const [shown, setShown] = useState<OutsideChange>()

  function handleDismiss({ id }: OutsideChange): void {
    setShown(undefined)
    request('config.dismiss', { id }).catch(notify)
  }

  if (changes.length === 0 && !shown) return null
  return (
    <>
      <ul aria-label="Changes by other programs">
        {changes.map((change) => (
          <li key={change.id} className={styles['change']} title={change.path}>
            <p role="status">{describeChange(change)}</p>
            {change.renames.map((rename) => (
              <RenameOffer key={rename.to} change={change} rename={rename} />
            ))}
            <div className={styles['actions']}>
              <Button
                aria-label={`Show the change of ${fileName(change.path)}`}
                onClick={() => setShown(change)}
              >
                Show
              </Button>
              <Button
                aria-label={`Dismiss the change of ${fileName(change.path)}`}
                onClick={() => handleDismiss(change)}
              >
                Dismiss
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown && (
        <ChangeDialog
          change={shown}
          onClose={() => setShown(undefined)}
          onDismiss={() => handleDismiss(shown)}
        />
      )}
    </>
  )
}

type OfferProps = { readonly change: OutsideChange; readonly rename: ServerRename }

function RenameOffer({ change: { id }, rename: { from, to } }: OfferProps) {
  return (
    <div className={styles['rename']}>
      <p>
        <ServerText>{to}</ServerText> is written as <ServerText>{from}</ServerText> was. If it is
        the same server, it can keep its calls, policies and drafts.
      </p>
      <Button onClick={() => void request('config.acceptRename', { id, from, to }).catch(notify)}>
        Same server
      </Button>
    </div>
  )
}

/** That a file cannot be read is said elsewhere, and tells more than that no server is different. */
function isTold({ path, servers }: OutsideChange, files: readonly ConfigFileState[]): boolean {
  return servers.length === 0 && files.some((file) => file.path === path && file.fault)
}

type Props = {
  readonly change: OutsideChange
  readonly onClose: () => void
  readonly onDismiss: () => void
}

function ChangeDialog({ change, onClose, onDismiss }: Props) {
  const { path, time, servers, before, after } = change
  const isNew = servers.some(({ change: kind }) => kind !== 'removed')
  return (
    <Dialog
      title={describeChange(change)}
      description={
        <>
          <code>{path}</code> · <time>{shortTimeOfDay(time)}</time>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <p className={styles['advice']}>
            {isNew && 'What was added or changed does not start until you trust it.'}
          </p>
          <Button onClick={onDismiss}>Dismiss</Button>
        </>
      }
    >
      <div className="ui-pane">
        {servers.length > 0 && (
          <ul className={styles['servers']} aria-label="Servers">
            {servers.map(({ name, change: kind }) => (
              <li key={name}>
                <ServerText>{name}</ServerText> <span data-change={kind}>{kind}</span>
              </li>
            ))}
          </ul>
        )}
        <div className="ui-fill">
          <DiffView before={before} after={after} beforeLabel="Before" afterLabel="Now" />
        </div>
      </div>
    </Dialog>
  )
}
