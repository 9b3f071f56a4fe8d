import { ArrowDownUp, Send } from 'lucide-react'
import { useView } from '../../stores/window/view'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import { exportReport, exportTraffic, importTraffic } from './actions/export-actions'
import { sendRawFrame } from './actions/send-actions'
import styles from './detail/frame.module.css'

type Props = {
  readonly recording: number | undefined
  /** The list that is shown. */
  readonly viewId: number | undefined
}

/** What leaves the traffic, and what comes into it. */
export function ExportMenu({ recording, viewId }: Props) {
  return (
    <>
      <span className={styles['roomy']}>
        <IconButton label="Send a raw frame" onClick={sendRawFrame}>
          <Send aria-hidden="true" size={14} />
        </IconButton>
      </span>
      <MenuButton label="Export and import" entries={() => entriesFor(recording, viewId)}>
        <IconButton label="Export and import">
          <ArrowDownUp aria-hidden="true" size={14} />
        </IconButton>
      </MenuButton>
    </>
  )
}

function entriesFor(recording: number | undefined, viewId: number | undefined): MenuEntry[] {
  const seq = useView.getState().selectedSeq
  const shown = viewId === undefined ? undefined : { viewId }
  const all = recording === undefined ? undefined : { recording }
  return [
    { label: 'Send a raw frame…', onSelect: sendRawFrame },
    'line',
    {
      label: 'Export what is shown as JSON Lines…',
      isDisabled: shown === undefined,
      onSelect: () => shown && exportTraffic('lines', shown)
    },
    {
      label: 'Export what is shown as HAR…',
      isDisabled: shown === undefined,
      onSelect: () => shown && exportTraffic('har', shown)
    },
    'line',
    {
      label: 'Export everything as JSON Lines…',
      isDisabled: all === undefined,
      onSelect: () => all && exportTraffic('lines', all)
    },
    {
      label: 'Export everything as HAR…',
      isDisabled: all === undefined,
      onSelect: () => all && exportTraffic('har', all)
    },
    'line',
    {
      label: 'Export the selected call as Markdown…',
      isDisabled: recording === undefined || seq === undefined,
      onSelect: () => {
        if (recording !== undefined && seq !== undefined) exportReport({ recording, seq })
      }
    },
    'line',
    { label: 'Import traffic…', onSelect: () => importTraffic() }
  ]
}
