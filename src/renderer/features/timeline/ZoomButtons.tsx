import { ArrowRightToLine, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../ui/controls/IconButton'
import styles from './timeline.module.css'

type Props = {
  readonly isAll: boolean
  readonly isNewest: boolean
  readonly onZoom: (factor: number) => void
  readonly onAll: () => void
  readonly onNewest: () => void
}

export const ZOOM_FACTOR = 2

export function ZoomButtons({ isAll, isNewest, onZoom, onAll, onNewest }: Props) {
  return (
    <div className={styles['zoom']} role="group" aria-label="Time shown">
      <IconButton
        label="Zoom out"
        shortcut="−"
        disabled={isAll}
        onClick={() => onZoom(ZOOM_FACTOR)}
      >
        <ZoomOut aria-hidden="true" size={14} />
      </IconButton>
      <IconButton label="Zoom in" shortcut="+" onClick={() => onZoom(1 / ZOOM_FACTOR)}>
        <ZoomIn aria-hidden="true" size={14} />
      </IconButton>
      <IconButton label="Show all" shortcut="0" disabled={isAll} onClick={onAll}>
        <MoveHorizontal aria-hidden="true" size={14} />
      </IconButton>
      <IconButton label="Go to the newest" disabled={isNewest} onClick={onNewest}>
        <ArrowRightToLine aria-hidden="true" size={14} />
      </IconButton>
    </div>
  )
}
