import { useEffect } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { updateRoots, useRoots } from '../../stores/servers/roots'
import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import { ItemFrame } from './item/ItemFrame'
import type { ViewProps } from './item/view-props'
import styles from './item/inbox.module.css'

export function RootsView({ onAnswer, onProblem, ...frame }: ViewProps<'roots'>) {
  const { item } = frame
  const shareNothing = (): void => onAnswer({ kind: 'roots', isShared: false })

  const { serverId } = item
  const { project, before = [] } = useRoots((state) => state[serverId]) ?? {}
  useEffect(() => {
    request('roots.list', { serverId }).then(updateRoots, notify)
  }, [serverId])

  async function share(choose: () => Promise<boolean>): Promise<void> {
    try {
      if (await choose()) onAnswer({ kind: 'roots', isShared: true })
    } catch (error) {
      onProblem(messageOf(error))
    }
  }

  async function shareProject(): Promise<boolean> {
    await request('roots.shareProject', { serverId })
    return true
  }

  async function shareAgain(): Promise<boolean> {
    await request('roots.shareAgain', { serverId })
    return true
  }

  return (
    <ItemFrame
      {...frame}
      onDeny={shareNothing}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button shortcut="D" disabled={isShielded} onClick={shareNothing}>
            Share nothing
          </Button>
          {project && (
            <Button disabled={!canAllow} onClick={() => void share(shareProject)}>
              Share the project
            </Button>
          )}
          {before.length > 0 && (
            <Button disabled={!canAllow} onClick={() => void share(shareAgain)}>
              Share the same again
            </Button>
          )}
          <Button
            disabled={!canAllow}
            onClick={() =>
              void share(() =>
                request('roots.choose', { serverId, owner: 'server', itemId: item.id })
              )
            }
          >
            Share a folder…
          </Button>
        </>
      )}
    >
      <p className={styles['message']}>
        The server is told the path of the folder, and may limit itself to it. Patchbay does not
        keep it from other folders.
      </p>
      {project && (
        <p className={styles['message']}>
          The project’s own folder is{' '}
          <code>
            <ServerText>{project.folder}</ServerText>
          </code>
          . What is shared for the project is shared with all servers of it.
        </p>
      )}
      {before.length > 0 && (
        <>
          <p className={styles['message']}>
            You have shared these with it before. It is not told of them now, because what is run or
            reached under its name is not what it was:
          </p>
          <ul className={styles['folders']}>
            {before.map((folder) => (
              <li key={folder}>
                <code>
                  <ServerText>{folder}</ServerText>
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles['hint']}>
        Your answer is remembered for this server. Folders are added and removed under Info.
      </p>
    </ItemFrame>
  )
}
