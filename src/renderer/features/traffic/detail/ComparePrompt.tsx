import { useEffect } from 'react'
import { Button } from '../../../ui/controls/Button'
import { changeWork, isSameFrame, useFrameWork, type FrameRef } from '../actions/frame-work'
import styles from './frame.module.css'

/** A frame waits for another; the next that is chosen is compared with it. */
export function ComparePrompt({ recording, seq }: FrameRef) {
  const comparing = useFrameWork((state) => state.comparing)
  useEffect(() => {
    const after = { recording, seq }
    if (!comparing || isSameFrame(comparing, after)) return
    changeWork({ comparing: undefined, compared: { before: comparing, after } })
  }, [comparing, recording, seq])

  if (!comparing) return null
  return (
    <div className={styles['comparing']} role="status">
      <span>Choose the frame to compare #{comparing.seq} with.</span>
      <Button onClick={() => changeWork({ comparing: undefined })}>Cancel</Button>
    </div>
  )
}
