import type { ReactNode } from 'react'
import { isUnread, type GuardedSetting, type Preferences } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { Button } from '../../ui/controls/Button'
import styles from './settings.module.css'

type Props = {
  readonly settings: readonly GuardedSetting[]
  /** What holds until you choose. */
  readonly children: ReactNode
}

/** Stands above settings that could not be read, and lets you choose the values that are shown. */
export function UnreadNote({ settings, children }: Props) {
  const isShown = usePreferences((state) => isUnread(state, ...settings))
  if (!isShown) return null

  function choose(): void {
    const current = usePreferences.getState()
    const shown = settings.map((name) => [name, current[name]])
    changePreferences(Object.fromEntries(shown) as Partial<Preferences>)
  }

  return (
    <div className={styles['bar']}>
      <p className={styles['warning']}>{children}</p>
      <Button onClick={choose}>Use the values below</Button>
    </div>
  )
}
