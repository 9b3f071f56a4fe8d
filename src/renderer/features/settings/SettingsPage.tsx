import { Tabs } from 'radix-ui'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { AboutSection } from './AboutSection'
import { AppearanceSection } from './AppearanceSection'
import { AuditSection } from './AuditSection'
import { CommandLineSection } from './CommandLineSection'
import { HistorySection } from './HistorySection'
import { NetworkSection } from './NetworkSection'
import { ProblemsSection } from './ProblemsSection'
import { ProjectsSection } from './ProjectsSection'
import { SamplingSection } from './SamplingSection'
import { SecretsSection } from './SecretsSection'
import {
  chooseSection,
  useSettingsSection,
  type SettingsSection
} from '../../stores/window/settings-section'
import { TrafficSection } from './TrafficSection'
import { TrustSection } from './TrustSection'
import styles from './settings.module.css'

const SECTIONS: readonly {
  readonly value: SettingsSection
  readonly title: string
  readonly Body: () => React.ReactNode
}[] = [
  { value: 'appearance', title: 'Appearance', Body: AppearanceSection },
  { value: 'projects', title: 'Projects', Body: ProjectsSection },
  { value: 'trust', title: 'Trust', Body: TrustSection },
  { value: 'secrets', title: 'Secrets', Body: SecretsSection },
  { value: 'sampling', title: 'Sampling', Body: SamplingSection },
  { value: 'network', title: 'Network', Body: NetworkSection },
  { value: 'history', title: 'History', Body: HistorySection },
  { value: 'traffic', title: 'Traffic', Body: TrafficSection },
  { value: 'audit', title: 'Audit', Body: AuditSection },
  { value: 'problems', title: 'Problems', Body: ProblemsSection },
  { value: 'command-line', title: 'Command line', Body: CommandLineSection },
  { value: 'about', title: 'About', Body: AboutSection }
]

export function SettingsPage() {
  const section = useSettingsSection((state) => state.section)
  return (
    <Tabs.Root
      className={styles['page']}
      orientation="vertical"
      value={section}
      onValueChange={(chosen) => chooseSection(chosen as SettingsSection)}
    >
      <div className={styles['side']}>
        <h1 className={styles['pageTitle']}>Settings</h1>
        <Tabs.List className={styles['nav']} aria-label="Sections">
          {SECTIONS.map(({ value, title }) => (
            <Tabs.Trigger key={value} value={value} className={styles['navItem']}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      {SECTIONS.map(({ value, title, Body }) => (
        <Tabs.Content key={value} value={value} className={styles['section']}>
          <PaneBoundary name={title.toLowerCase()}>
            <h2 className={styles['title']}>{title}</h2>
            <Body />
          </PaneBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
