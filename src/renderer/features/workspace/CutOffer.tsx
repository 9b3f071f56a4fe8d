import { useMemo } from 'react'
import type { Tool } from '../../../shared/calls/catalogue'
import type { ServerId } from '../../../shared/protocol/ids'
import { isCutUndecided, withCutChoice } from '../../../shared/ipc/preferences'
import { sendsMessages } from '../../../shared/advice/sends-messages'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { Button } from '../../ui/controls/Button'
import styles from './changes-line.module.css'

type Props = { readonly serverId: ServerId; readonly tools: readonly Tool[] }

const WHERE = 'You can change this in Settings, Audit.'

/** Asks once, of a server that sends messages, how much of them the audit log keeps. */
export function CutOffer({ serverId, tools }: Props) {
  const isUndecided = usePreferences((state) => isCutUndecided(state, serverId))
  const isSending = useMemo(() => isUndecided && tools.some(sendsMessages), [isUndecided, tools])
  if (!isSending) return null

  function choose(isCut: boolean): void {
    changePreferences(withCutChoice(usePreferences.getState(), serverId, isCut))
  }

  return (
    <section className={styles['line']} aria-label="Messages in the audit log">
      <p role="status">
        This server sends messages. Should the audit log keep only the first 50 characters of each
        text?
      </p>
      <div className={styles['choices']}>
        <Button title={WHERE} onClick={() => choose(true)}>
          Cut to 50 characters
        </Button>
        <Button title={WHERE} onClick={() => choose(false)}>
          Keep all
        </Button>
      </div>
    </section>
  )
}
