import { Eye } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { visibleText } from '../../../shared/text/visible-text'
import type { WatchReport } from '../../../shared/traffic/watch'
import { chooseWatch, useWatch } from '../../stores/calls/watch'
import { PopoverPanel } from '../../ui/controls/PopoverPanel'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { WatchChoice } from './WatchChoice'
import { describeWatch, nameOf } from './watch-words'
import styles from './watch.module.css'

/** Says what is watched, and opens the choice of it. */
export function WatchControl({ server }: { readonly server: ServerSummary }) {
  const report = useWatchReport(server.id)
  const isOpen = useWatch(({ choosingFor }) => choosingFor === server.id)
  const anchor = useRef<HTMLSpanElement>(null)
  useShortcut(server.id)
  const { target, failure } = report
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(isWanted) => chooseWatch(isWanted ? server.id : undefined)}
    >
      <Popover.Anchor asChild>
        <span ref={anchor}>
          <IconButton
            label={target ? visibleText(describeWatch(report)) : 'Watch for changes'}
            shortcut="Ctrl Shift W"
            aria-pressed={target !== undefined}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => chooseWatch(isOpen ? undefined : server.id)}
          >
            <Eye aria-hidden="true" size={14} />
            {target && (
              <span className={styles['name']} data-failed={failure !== undefined}>
                <ServerText>{nameOf(target)}</ServerText>
              </span>
            )}
          </IconButton>
        </span>
      </Popover.Anchor>
      <PopoverPanel
        className={styles['popover']}
        aria-label="Watch for changes"
        align="end"
        // A click on the button itself closes it, and must not open it again.
        onInteractOutside={(event) => {
          const { target: clicked } = event
          if (clicked instanceof Node && anchor.current?.contains(clicked)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Whoever clicked on something else is there already.
          if (document.activeElement !== document.body) return
          anchor.current?.querySelector('button')?.focus()
        }}
      >
        <WatchChoice serverId={server.id} report={report} />
      </PopoverPanel>
    </Popover.Root>
  )
}

export function useWatchReport(serverId: ServerId): WatchReport {
  const report = useWatch(({ byServer }) => byServer[serverId])
  return report ?? { serverId, isRerunning: false, suggestions: [] }
}

function useShortcut(serverId: ServerId): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isWanted = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey
    if (!isWanted || event.key.toLowerCase() !== 'w') return
    event.preventDefault()
    if (!event.repeat) chooseWatch(serverId)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}
