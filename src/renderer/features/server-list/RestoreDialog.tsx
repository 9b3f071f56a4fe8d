import { useEffect, useState } from 'react'
import type { ConfigFileState, Restoration } from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/controls/Dialog'
import { DiffView } from '../../ui/editor/DiffView'
import { Skeleton } from '../../ui/panes/Skeleton'
import { fileName } from '../server/describe-change'
import { restoreFile } from '../server/server-actions'
import styles from './servers.module.css'

type Props = { readonly file: ConfigFileState; readonly onClose: () => void }

/** Shows what restoring would overwrite, because you may still be editing the file. */
export function RestoreDialog({ file, onClose }: Props) {
  const { scope, path } = file
  const [shown, setShown] = useState<Restoration>()
  useEffect(() => {
    let isStale = false
    request('config.restorable', { scope }).then(
      (restoration) => !isStale && setShown(restoration),
      (error: unknown) => {
        if (isStale) return
        notify(error)
        onClose()
      }
    )
    return () => {
      isStale = true
    }
  }, [scope, onClose])

  function handleRestore(mark: string): void {
    onClose()
    void restoreFile(file, mark) // never rejects
  }

  return (
    <Dialog
      title={`Restore the last good copy of ${fileName(path)}?`}
      description={<code>{path}</code>}
      onClose={onClose}
      footer={
        <>
          <p className={styles['restoreAdvice']}>
            {shown && (
              <>
                The broken file will be kept in <code>{shown.keptIn}</code>.
              </>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button isPrimary disabled={!shown} onClick={() => shown && handleRestore(shown.mark)}>
            Restore
          </Button>
        </>
      }
    >
      {shown ? <Difference {...shown} /> : <Skeleton rows={6} />}
    </Dialog>
  )
}

function Difference({ before, after }: Restoration) {
  return (
    <div className="ui-pane">
      <p className={styles['restoreNote']}>
        {before === undefined
          ? 'The broken file is not text, so its content cannot be shown.'
          : 'Values that are called a secret or look like one appear as •••, even where the two files differ.'}
      </p>
      <div className="ui-fill">
        <DiffView
          before={before ?? ''}
          after={after}
          beforeLabel="The file now"
          afterLabel="The last good copy"
        />
      </div>
    </div>
  )
}
