import type { Preferences } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { Segments } from '../../ui/controls/Segments'
import { Row } from './Row'
import styles from './settings.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' }
] as const satisfies readonly { value: Preferences['theme']; label: string }[]

const DOCKS = [
  { value: 'bottom', label: 'Bottom' },
  { value: 'right', label: 'Right' },
  { value: 'hidden', label: 'Hidden' }
] as const satisfies readonly { value: Preferences['dock']; label: string }[]

export function AppearanceSection() {
  const { theme, dock } = usePreferences()
  return (
    <div className={styles['rows']}>
      <Row term="Theme">
        <Segments
          label="Theme"
          value={theme}
          options={THEMES}
          onChange={(chosen) => changePreferences({ theme: chosen })}
        />
      </Row>
      <Row term="Traffic">
        <Segments
          label="Place of the traffic"
          value={dock}
          options={DOCKS}
          onChange={(chosen) => changePreferences({ dock: chosen })}
        />
      </Row>
    </div>
  )
}
