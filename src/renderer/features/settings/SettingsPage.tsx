import type { Preferences } from '../../../shared/preferences'
import { changePreferences, usePreferences } from '../../stores/preferences'
import { useView } from '../../stores/view'
import { Segments } from '../../ui/Segments'
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

export function SettingsPage() {
  const { theme, dock } = usePreferences()
  const app = useView((state) => state.app)
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Settings</h1>
      <section className={styles['section']}>
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
      </section>
      {app && (
        <section className={styles['section']}>
          <h2>About</h2>
          <Row term="Patchbay">{app.version}</Row>
          <Row term="Electron">{app.electron}</Row>
          <Row term="Chromium">{app.chromium}</Row>
          <Row term="Node">{app.node}</Row>
          <Row term="Profile">
            <code>{app.profileFolder}</code>
          </Row>
        </section>
      )}
    </div>
  )
}

function Row({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles['row']}>
      <span className={styles['term']}>{term}</span>
      <span>{children}</span>
    </div>
  )
}
