import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Call } from '../../../../shared/calls/call-contract'
import type { ServerId } from '../../../../shared/protocol/ids'
import { visibleText } from '../../../../shared/text/visible-text'
import { runningOf, useCalls } from '../../../stores/calls/calls'
import { goTo, showCall } from '../../../stores/window/view'
import { PopoverPanel } from '../../../ui/controls/PopoverPanel'
import { milliseconds } from '../../../ui/text/format'
import { IconButton } from '../../../ui/controls/IconButton'
import { ServerText } from '../../../ui/text/ServerText'
import { useNow } from '../../../ui/time/use-now'
import { cancelCall } from '../../call/call-actions'
import list from './tool-list.module.css'
import styles from '../progress/progress.module.css'

/** All that runs on a server, whichever tool is looked at; it is not there when nothing does. */
export function RunningElsewhere({ serverId }: { readonly serverId: ServerId }) {
  const running = useCalls(useShallow(({ calls }) => runningOf(calls, serverId)))
  const [isOpen, setIsOpen] = useState(false)
  if (running.length === 0) return null

  function handleShow({ tool, id }: Call): void {
    setIsOpen(false)
    goTo(serverId, { tab: 'tools', tool })
    showCall(serverId, tool, id)
  }

  return (
    <div className={list['footer']}>
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger>{running.length} running</Popover.Trigger>
        <PopoverPanel
          className={styles['popover']}
          side="top"
          aria-label="What runs on this server"
        >
          <ul>
            {running.map((call) => (
              <Row key={call.id} call={call} onShow={() => handleShow(call)} />
            ))}
          </ul>
        </PopoverPanel>
      </Popover.Root>
    </div>
  )
}

type RowProps = { readonly call: Call; readonly onShow: () => void }

function Row({ call, onShow }: RowProps) {
  const now = useNow(500)
  return (
    <li className={styles['popoverRow']}>
      <button type="button" onClick={onShow}>
        <span className={styles['toolName']}>
          <ServerText>{call.tool}</ServerText>
        </span>
        <span className={styles['elapsed']}>{milliseconds(Math.max(0, now - call.startedAt))}</span>
      </button>
      <IconButton label={`Cancel ${visibleText(call.tool)}`} onClick={() => cancelCall(call.id)}>
        <X aria-hidden="true" size={13} />
      </IconButton>
    </li>
  )
}
