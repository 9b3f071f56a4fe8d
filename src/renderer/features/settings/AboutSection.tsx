import { useView } from '../../stores/window/view'
import { Row } from './Row'
import styles from './settings.module.css'

export function AboutSection() {
  const app = useView((state) => state.app)
  if (!app) return null
  return (
    <div className={styles['rows']}>
      <Row term="Patchbay">{app.version}</Row>
      <Row term="Electron">{app.electron}</Row>
      <Row term="Chromium">{app.chromium}</Row>
      <Row term="Node">{app.node}</Row>
      <Row term="Profile">
        <code>{app.profileFolder}</code>
      </Row>
    </div>
  )
}
