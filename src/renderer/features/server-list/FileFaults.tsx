import { useCallback, useState } from 'react'
import type { ConfigFileState } from '../../../shared/servers/configuration'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { fileName } from '../server/describe-change'
import { placeOf } from '../server/fault-words'
import { RestoreDialog } from './RestoreDialog'
import { showFile } from '../server/server-actions'
import styles from './servers.module.css'

/** Files that cannot be read: what is wrong, where, and the ways out. */
export function FileFaults() {
  const files = useServers(({ config }) => config.files)
  return files.map((file) => file.fault && <FileFault key={file.scope} file={file} />)
}

function FileFault({ file }: { readonly file: ConfigFileState }) {
  const { scope, path, fault, canRestore } = file
  const [isRestoring, setIsRestoring] = useState(false)
  const handleClose = useCallback(() => setIsRestoring(false), [])
  if (!fault) return null
  return (
    <section className={styles['fault']} role="alert">
      <p title={path}>
        <strong>{fileName(path)} cannot be read.</strong> {fault.message}
        {placeOf(fault)} Nothing was changed.
      </p>
      <div className={styles['faultButtons']}>
        <Button onClick={() => showFile(scope)}>Show file</Button>
        {canRestore && (
          <Button onClick={() => setIsRestoring(true)}>Restore the last good copy…</Button>
        )}
      </div>
      {isRestoring && <RestoreDialog file={file} onClose={handleClose} />}
    </section>
  )
}
