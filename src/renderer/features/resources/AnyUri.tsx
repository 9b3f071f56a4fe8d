import { useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { goTo } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { readResource } from './reading-actions'
import styles from './resources.module.css'

type Props = { readonly serverId: ServerId; readonly isReady: boolean }

/** A URI that the server does not list is sent to it all the same; Patchbay opens none itself. */
export function AnyUri({ serverId, isReady }: Props) {
  const [uri, setUri] = useState('')
  const wanted = uri.trim()
  return (
    <form
      className={styles['anyUri']}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === '' || !isReady) return
        goTo(serverId, { resource: wanted })
        void readResource(serverId, wanted, true) // never rejects
      }}
    >
      <input
        className="ui-input"
        aria-label="Read any URI"
        placeholder="Read any URI…"
        title="It is sent to the server as it is. Patchbay itself opens nothing."
        value={uri}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setUri(event.target.value)}
      />
      <Button type="submit" disabled={!isReady || wanted === ''}>
        Read
      </Button>
    </form>
  )
}
