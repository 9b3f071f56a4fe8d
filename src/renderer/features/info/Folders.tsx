import { FolderPlus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { RootsOwner } from '../../../shared/question/inbox'
import { visibleText } from '../../../shared/text/visible-text'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { updateRoots, useRoots } from '../../stores/servers/roots'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import styles from './info.module.css'

/** The folders that the server is told of when it asks, and is told of again when they change. */
export function Folders({ serverId }: { readonly serverId: ServerId }) {
  const report = useRoots((state) => state[serverId])
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    request('roots.list', { serverId }).then(updateRoots, notify)
  }, [serverId])
  const { defined = [], own, before = [], project } = report ?? {}
  const shared = project?.folders ?? []
  const told = defined.length + (own?.length ?? 0) + shared.length

  /** The button that was pressed goes away with its folder. */
  function handleRemove(owner: RootsOwner, folder: string): void {
    section.current?.focus({ preventScroll: true })
    request('roots.remove', { serverId, owner, folder }).catch(notify)
  }

  function handleAdd(owner: RootsOwner): void {
    request('roots.choose', { serverId, owner }).catch(notify)
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Folders it may work in">
      <h2 className={styles['title']}>Folders it may work in</h2>
      <ul className={styles['folders']}>
        {defined.map((folder) => (
          <Folder key={`definition ${folder}`} folder={folder} from="from its definition" />
        ))}
        {(own ?? []).map((folder) => (
          <Folder
            key={`own ${folder}`}
            folder={folder}
            from="yours, for this server"
            onRemove={() => handleRemove('server', folder)}
          />
        ))}
        {shared.map((folder) => (
          <Folder
            key={`project ${folder}`}
            folder={folder}
            from="yours, for all servers of the project"
            onRemove={() => handleRemove('project', folder)}
          />
        ))}
        {before.map((folder) => (
          <Folder
            key={`before ${folder}`}
            folder={folder}
            from="not told: the server has changed"
          />
        ))}
      </ul>
      <p className={styles['intro']}>{wordsFor(told, own)}</p>
      <div className={styles['buttons']}>
        {before.length > 0 && (
          <Button onClick={() => void request('roots.shareAgain', { serverId }).catch(notify)}>
            Share the same again
          </Button>
        )}
        {own && told === 0 && (
          <Button onClick={() => void request('roots.askAgain', { serverId }).catch(notify)}>
            Ask me when it asks
          </Button>
        )}
        <Button onClick={() => handleAdd('server')}>
          <FolderPlus aria-hidden="true" size={14} /> Add a folder…
        </Button>
        {project && (
          <Button onClick={() => handleAdd('project')}>Add one for the whole project…</Button>
        )}
        {project && !shared.includes(project.folder) && (
          <Button onClick={() => void request('roots.shareProject', { serverId }).catch(notify)}>
            Add the project’s own folder
          </Button>
        )}
      </div>
    </section>
  )
}

type FolderProps = {
  readonly folder: string
  /** Where it comes from. */
  readonly from: string
  readonly onRemove?: () => void
}

function Folder({ folder, from, onRemove }: FolderProps) {
  return (
    <li>
      <code>
        <ServerText>{folder}</ServerText>
      </code>
      <span className={styles['intro']}>{from}</span>
      {onRemove && (
        <IconButton label={`No longer tell of ${visibleText(folder)}`} onClick={onRemove}>
          <X aria-hidden="true" size={13} />
        </IconButton>
      )}
    </li>
  )
}

function wordsFor(told: number, own: readonly string[] | undefined): string {
  if (told > 0) return 'The server is told of these when it asks, and when they change.'
  return own
    ? 'The server is told that there are none.'
    : 'You have not said. When the server asks, you are asked.'
}
