import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/controls/Dialog'
import { ServerText } from '../../ui/text/ServerText'
import { cancelRemoval, confirmRemoval, removalWords, useRemoval } from './remove-server'
import styles from './servers.module.css'

export function RemoveDialog() {
  const server = useRemoval((state) => state.server)
  if (!server) return null
  return (
    <Dialog
      title={<ServerText>{`Remove ${server.name}?`}</ServerText>}
      isSmall
      onClose={cancelRemoval}
      footer={
        <>
          <Button onClick={cancelRemoval}>Cancel</Button>
          <Button isPrimary onClick={() => confirmRemoval(server)}>
            Remove
          </Button>
        </>
      }
    >
      <div className={styles['removal']}>
        {removalWords(server).map((sentence) => (
          <p key={sentence}>
            <ServerText>{sentence}</ServerText>
          </p>
        ))}
      </div>
    </Dialog>
  )
}
