import { ArrowDown } from 'lucide-react'
import { useCallback, useSyncExternalStore, type RefObject } from 'react'
import { Button } from './Button'
import styles from './controls.module.css'

type Props = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly unseenBelow: () => number
  /** For a list that is over, in which nothing is new. */
  readonly isOver?: boolean
  readonly shortcut?: string
  readonly onClick: () => void
}

/** Over the end of a list: says how many rows lie below those in view, and leads to the last of them. */
export function NewerRows({ scroller, unseenBelow, isOver = false, shortcut, onClick }: Props) {
  const subscribe = useCallback(
    (look: () => void) => {
      const element = scroller.current
      element?.addEventListener('scroll', look, { passive: true })
      return () => element?.removeEventListener('scroll', look)
    },
    [scroller]
  )
  const unseen = useSyncExternalStore(subscribe, unseenBelow)
  return (
    <div className={styles['newer']}>
      <Button {...(shortcut !== undefined && { shortcut })} onClick={onClick}>
        <ArrowDown aria-hidden="true" size={12} />{' '}
        {isOver ? 'Last' : `${unseen.toLocaleString('en-GB')} newer`}
      </Button>
    </div>
  )
}
