import { Ellipsis, Pencil, Pin, PinOff, RotateCw, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { tell } from '../../../stores/window/notices'
import { IconButton } from '../../../ui/controls/IconButton'
import { MenuButton } from '../../../ui/controls/Menu'
import { FRAME_ACTIONS, frameMenu, type Frame } from '../actions/frame-actions'
import styles from './frame.module.css'

type Props = {
  readonly frame: Frame
  /** The request of a pair: it is what can be sent again, whichever of the two is selected. */
  readonly asked?: Frame | undefined
}

/** Those that are wanted most have a button; the menu has all but what is about the list. */
export function DetailActions({ frame, asked = frame }: Props) {
  const inMenu = FRAME_ACTIONS.filter(({ group }) => group !== 'filter')
  return (
    <>
      <div className={styles['quick']}>
        <Quick id="resend" frame={asked}>
          <Pencil aria-hidden="true" size={14} />
        </Quick>
        <Quick id="replay" frame={asked}>
          <RotateCw aria-hidden="true" size={14} />
        </Quick>
        <Quick id="pin" frame={frame}>
          {frame.row.isPinned === true ? (
            <PinOff aria-hidden="true" size={14} />
          ) : (
            <Pin aria-hidden="true" size={14} />
          )}
        </Quick>
        <Quick id="note" frame={frame}>
          <StickyNote aria-hidden="true" size={14} />
        </Quick>
      </div>
      <MenuButton label="More to do with this frame" entries={() => frameMenu(frame, inMenu)}>
        <IconButton label="More to do with this frame">
          <Ellipsis aria-hidden="true" size={14} />
        </IconButton>
      </MenuButton>
    </>
  )
}

type QuickProps = { readonly id: string; readonly frame: Frame; readonly children: ReactNode }

function Quick({ id, frame, children }: QuickProps) {
  const action = FRAME_ACTIONS.find((one) => one.id === id)
  if (!action?.isPossible(frame)) return null
  const why = action.whyNot?.(frame)
  return (
    <IconButton
      label={action.label(frame)}
      why={why}
      onClick={() => (why === undefined ? action.act(frame) : tell(why))}
    >
      {children}
    </IconButton>
  )
}
