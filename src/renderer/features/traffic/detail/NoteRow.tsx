import { useRef, useState } from 'react'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { request } from '../../../bridge/bridge'
import { notify } from '../../../stores/window/notices'
import { changeWork, isSameFrame, useFrameWork } from '../actions/frame-work'
import styles from './frame.module.css'

type Props = { readonly recording: number; readonly row: TrafficRow }

const MOST_CHARS = 1_000

/** What the person has noted beside a frame, if anything. */
export function NoteRow({ recording, row }: Props) {
  const { seq, note } = row
  const isNoting = useFrameWork(({ noting }) => noting && isSameFrame(noting, { recording, seq }))
  if (isNoting === true) {
    return <NoteField key={seq} recording={recording} seq={seq} note={note ?? ''} />
  }
  if (note === undefined) return null
  return (
    <p className={styles['ownNote']}>
      <button
        type="button"
        title="Edit the note"
        onClick={() => changeWork({ noting: { recording, seq } })}
      >
        {note}
      </button>
    </p>
  )
}

type FieldProps = { readonly recording: number; readonly seq: number; readonly note: string }

/** Enter keeps the note, Escape drops it. */
function NoteField({ recording, seq, note }: FieldProps) {
  const [text, setText] = useState(note)
  const hasEnded = useRef(false)

  function end(kept: string | undefined): void {
    if (hasEnded.current) return
    hasEnded.current = true
    changeWork({ noting: undefined })
    if (kept === undefined || kept.trim() === note) return
    request('traffic.note', { recording, seq, note: kept.trim() }).catch(notify)
  }

  return (
    <input
      className={styles['noteField']}
      aria-label={`Note on #${seq}`}
      placeholder="A note on this frame. Enter keeps it, Esc drops it."
      maxLength={MOST_CHARS}
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(text)
        if (event.key === 'Escape') end(undefined)
      }}
    />
  )
}
