import type { ConfigFileState } from '../../../shared/configuration'
import { useServers } from '../../stores/servers'
import { Button } from '../../ui/Button'
import { placeOf } from './fault-words'
import { restoreFile, showFile } from './server-actions'
import styles from './servers.module.css'

/** Files that cannot be read: what is wrong, where, and the ways out. */
export function FileFaults() {
  const files = useServers(({ config }) => config.files)
  return files.map((file) => file.fault && <FileFault key={file.scope} file={file} />)
}

function FileFault({ file }: { readonly file: ConfigFileState }) {
  const { scope, path, fault, canRestore } = file
  if (!fault) return null
  return (
    <section className={styles['fault']} role="alert">
      <p title={path}>
        <strong>{path.split(/[\\/]/).at(-1)} cannot be read.</strong> {fault.message}
        {placeOf(fault)} Nothing was changed.
      </p>
      <div className={styles['faultButtons']}>
        <Button onClick={() => showFile(scope)}>Show file</Button>
        {canRestore && (
          <Button
            title="The broken file is kept beside it under another name."
            onClick={() => restoreFile(scope)}
          >
            Restore the last good copy
          </Button>
        )}
      </div>
    </section>
  )
}
