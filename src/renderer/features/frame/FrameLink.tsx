import type { ReactNode } from 'react'
import { revealFrame } from '../../stores/records/dock'
import styles from './frame-link.module.css'

type Props = {
  readonly seq: number
  readonly children: ReactNode
  /** Closes what lies over the traffic. */
  readonly onLeave?: () => void
}

/** Leads to a frame in the traffic. */
export function FrameLink({ seq, children, onLeave }: Props) {
  return (
    <button
      type="button"
      className={styles['link']}
      title={`Show frame #${seq} in the traffic`}
      onClick={() => {
        onLeave?.()
        revealFrame(seq)
      }}
    >
      {children}
    </button>
  )
}
