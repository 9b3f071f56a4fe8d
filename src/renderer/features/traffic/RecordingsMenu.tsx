import { History, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import { visibleText } from '../../../shared/text/visible-text'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { PopoverPanel } from '../../ui/controls/PopoverPanel'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { moveFocus } from '../../ui/list/move-focus'
import { Skeleton } from '../../ui/panes/Skeleton'
import { openRecording } from '../../stores/records/dock'
import { sourceOf, timesOf } from './recording-words'
import { useRecordings } from './use-recordings'
import styles from './recordings.module.css'

type Props = {
  /** The one that is looked at. */
  readonly recording: number | undefined
  readonly side: 'top' | 'bottom'
  /** On to what was chosen. */
  readonly onLeave: () => void
}

/** What passes now, and what was recorded before it. */
export function RecordingsMenu({ recording, side, onLeave }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const hasChosen = useRef(false)
  const panel = useRef<HTMLDivElement>(null)
  const { recordings, reload } = useRecordings(isOpen)

  function handleChoose({ id, isLive }: RecordingSummary): void {
    hasChosen.current = true
    setIsOpen(false)
    openRecording(isLive ? undefined : id)
  }

  /** Nobody can look at what is gone. */
  async function remove({ id }: RecordingSummary): Promise<void> {
    panel.current?.focus()
    if (id === recording) openRecording(undefined)
    try {
      await request('traffic.remove', { recording: id })
    } catch (error) {
      notify(error)
    }
    reload()
  }

  function handleCloseFocus(event: Event): void {
    if (!hasChosen.current) return
    hasChosen.current = false
    event.preventDefault()
    onLeave()
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <IconButton label="Earlier recordings">
          <History aria-hidden="true" size={14} />
        </IconButton>
      </Popover.Trigger>
      <PopoverPanel
        ref={panel}
        className={styles['panel']}
        side={side}
        align="end"
        aria-label="Recordings"
        tabIndex={-1}
        onCloseAutoFocus={handleCloseFocus}
      >
        {recordings ? (
          <ul onKeyDown={moveFocus}>
            {recordings.map((each) => (
              <Recording
                key={each.id}
                recording={each}
                isShown={each.id === recording}
                onChoose={() => handleChoose(each)}
                onRemove={() => void remove(each)}
              />
            ))}
          </ul>
        ) : (
          <Skeleton rows={3} />
        )}
        {recordings?.every(({ isLive }) => isLive) === true && (
          <p className={styles['none']}>
            What passes is kept. After the next start it is listed here.
          </p>
        )}
      </PopoverPanel>
    </Popover.Root>
  )
}

type RecordingProps = {
  readonly recording: RecordingSummary
  readonly isShown: boolean
  readonly onChoose: () => void
  readonly onRemove: () => void
}

function Recording({ recording, isShown, onChoose, onRemove }: RecordingProps) {
  const [isDoomed, setIsDoomed] = useState(false)
  const { isLive } = recording
  const entries = count(recording.entries, 'entry', 'entries')
  const source = visibleText(sourceOf(recording))
  const times = timesOf(recording)
  if (isDoomed) {
    return (
      <li className={styles['doomed']}>
        <p>
          Delete what was recorded on {times}? The {entries} cannot be brought back.
        </p>
        <Button autoFocus onClick={() => setIsDoomed(false)}>
          Keep
        </Button>
        <Button onClick={onRemove}>Delete</Button>
      </li>
    )
  }
  return (
    <li className={styles['recording']}>
      <button type="button" aria-current={isShown} onClick={onChoose}>
        <span className="ui-cut">{isLive ? 'Live' : times}</span>
        <span className={styles['facts']}>
          {isLive ? 'What passes now' : source} · {entries}
        </span>
      </button>
      {!isLive && (
        <IconButton label={`Delete ${source}, ${times}`} onClick={() => setIsDoomed(true)}>
          <Trash2 aria-hidden="true" size={14} />
        </IconButton>
      )}
    </li>
  )
}
